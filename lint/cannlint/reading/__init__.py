"""What the readings of all kinds share: facts, how much is kept, and JSON with its places."""
