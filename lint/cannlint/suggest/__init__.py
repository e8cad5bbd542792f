"""What to write so that operators get what is wanted: ways, each checked by planning with it."""
