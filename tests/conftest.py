"""What holds for all tests: none of them depends on a clock."""

from hypothesis import HealthCheck, settings

settings.register_profile("porfiado", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("porfiado")
