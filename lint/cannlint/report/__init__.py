"""The output formats: findings, plans, audits, inspections and libraries, as text or data."""
