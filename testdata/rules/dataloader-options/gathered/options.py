def of(args, workers):
    options = {"batch_size": args.batch_size}
    options["num_workers"] = workers
    if args.drop:
        options["drop_last"] = True
    return options
