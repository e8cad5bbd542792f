"""All compile jobs of a tree of folders, under several libraries and SoCs."""
