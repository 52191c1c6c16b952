"""Those that use PyTorch."""
