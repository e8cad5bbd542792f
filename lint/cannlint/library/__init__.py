"""The operators, modes, fusion passes and SoCs of one CANN release."""
