"""Following a table without a seat: what a seat shows of its journal, and how the one who watches checks it."""
