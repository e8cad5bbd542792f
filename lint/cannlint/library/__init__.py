"""What the compiler ships: operators, modes, fusion passes and SoCs of one CANN release."""
