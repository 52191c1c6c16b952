llamafactory-cli train conf.yaml per_device_train_batch_size=1
