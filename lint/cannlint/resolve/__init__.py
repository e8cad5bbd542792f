"""From readings to what the compiler will do, every value with what decided it."""
