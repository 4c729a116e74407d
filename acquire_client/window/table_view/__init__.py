"""The parts of a table on the screen: board, sheet, action bar, what decides an answer, and motion."""
