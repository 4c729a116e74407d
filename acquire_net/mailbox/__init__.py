"""The mailbox of a table that is played over days: sealed frames wait in a folder for members who are not there."""
