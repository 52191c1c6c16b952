from .metric import evaluate
