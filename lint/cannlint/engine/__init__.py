"""From paths to findings: find, read, check, suppress, fix; `entry` is for all fronts."""
