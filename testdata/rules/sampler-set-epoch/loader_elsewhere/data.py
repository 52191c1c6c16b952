from torch.utils.data import DataLoader, DistributedSampler, RandomSampler


def make_loader(dataset, options, distributed):
    settings = dict(batch_size=options["batch_size"], drop_last=True)
    if distributed:
        settings["sampler"] = DistributedSampler(dataset, shuffle=options["shuffle"])  # want "every epoch, where it shuffles, has the order of the first; call set_epoch at the top of the loop at trainer.py:14"
    else:
        settings.update(shuffle=options["shuffle"])
    return DataLoader(dataset, **settings)


def make_told_loader(dataset, options, distributed):
    sampler = DistributedSampler(dataset) if distributed else RandomSampler(dataset)
    return DataLoader(dataset, batch_size=options["batch_size"], sampler=sampler)
