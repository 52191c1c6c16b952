import torch


def to_the_gpu(batch):
    batch = batch.to("cuda", non_blocking=True)
    return batch.sum().item()


def blocking(model, batch):
    return model(batch).to("cpu").numpy()


def synchronized(model, batch):
    out = model(batch).to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    return out.numpy()


def with_event(model, batch, stream):
    with torch.cuda.stream(stream):
        out = model(batch).to("cpu", non_blocking=True)
        done = torch.cuda.Event()
        done.record()
    done.synchronize()
    return out.tolist()


def kept(model, batch, store):
    out = model(batch).to("cpu", non_blocking=True)
    store.append(out)
    return out


def unknown(model, batch, device):
    return model(batch).to(device, non_blocking=True).numpy()
