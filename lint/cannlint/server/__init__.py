"""The language server: findings while the user types. No other package imports it."""
