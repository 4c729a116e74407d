"""What happens at a table, decided without drawing: who looks, what is asked, what an answer does, what is kept. No pygame."""
