from .optimizer import ScheduledOptim
