"""The audit of all compile jobs below some folders, for several libraries and SoCs."""
