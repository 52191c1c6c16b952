llamafactory-cli train conf.yaml
