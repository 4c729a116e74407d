"""Who people are: the own identity, the players met before, and the private files in which both are kept."""
