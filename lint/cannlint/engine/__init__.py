"""From paths to findings: find, read, check, suppress, mend; `entry` is for all fronts."""
