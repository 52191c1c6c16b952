python serve.py --port $(yq .port config.yaml)
