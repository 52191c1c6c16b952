def common(out):
    options = dict(output_dir=out, num_train_epochs=3, load_best_model_at_end=True)
    options.update(save_strategy="epoch")
    return options
