"""Before the game, without input and output: who is there, what is proposed, who sits where, and who has agreed to it."""
