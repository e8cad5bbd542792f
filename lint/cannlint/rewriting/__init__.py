"""What GE and its fusion engine make of a model before they select dtypes."""
