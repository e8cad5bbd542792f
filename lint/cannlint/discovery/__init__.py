"""Which files a run is about, and of what kind each is."""
