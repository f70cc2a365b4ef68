"""How older databases become the present one."""
