"""What is kept on the disk for a person: settings, saved games, records, journals, and the folders where they lie."""
