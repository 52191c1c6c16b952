# What one process of several does in every step, it does in every step: the others wait for it.
import torch
import torch.distributed as dist


def get_rank():
    if not dist.is_available():
        return 0
    if not dist.is_initialized():
        return 0
    return dist.get_rank()


def is_primary():
    return get_rank() == 0


def asked_by_a_function(model, optimizer, loader, bar):
    for i, (images, targets) in enumerate(loader):
        output, quantized = model(images.cuda())
        loss = (output - targets.cuda()).abs().mean() + quantized.mean()
        if is_primary():
            bar.set_description(f"latent {quantized.mean().item():.4f}")  # want "waits for the GPU 2 times"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if is_primary():
            bar.set_description(f"loss {loss.item():.4f}")


def asked_by_a_variable(gpu_id, node_id, model, optimizer, loader, log):
    main_node = gpu_id == 0 and node_id == 0
    for images in loader:
        loss, norm = model(images.cuda(gpu_id))
        if main_node:
            log({"norm": norm.item()})  # want "waits for the GPU 2 times"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if main_node:
            log({"loss": loss.item()})


def now_and_then(rank, model, optimizer, loader, log):
    for i, images in enumerate(loader):
        loss, norm = model(images.cuda(rank))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0 and i % 100 == 0:
            log({"loss": loss.item(), "norm": norm.item()})
