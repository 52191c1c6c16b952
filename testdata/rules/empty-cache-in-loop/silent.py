import gc

import torch


def train(model, optimizer, loader, epochs, save, evaluate):
    for epoch in range(epochs):
        for step, batch in enumerate(loader):
            try:
                optimizer.zero_grad()
                model(batch).backward()
                optimizer.step()
            except torch.cuda.OutOfMemoryError:
                torch.cuda.empty_cache()
                continue
            if step % 100 == 0:
                torch.cuda.empty_cache()
            if step % 1000 == 0:
                save(model)
                gc.collect()
        torch.cuda.empty_cache()
        evaluate(model)
        gc.collect()
        torch.cuda.empty_cache()


def evaluate(model, loader):
    for batch in loader:
        model(batch)  # also eval-without-no-grad
        torch.cuda.empty_cache()


def after_work(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        model.save_checkpoint("last")
        torch.cuda.empty_cache()


def sharded(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch)
        # NCCL allocates its buffers outside PyTorch's cache
        torch.cuda.empty_cache()
        loss.backward()
        optimizer.step()


def policy(model, optimizer, prompts_loader):
    for prompts in prompts_loader:
        texts = model.generate(prompts)
        torch.cuda.empty_cache()
        optimizer.zero_grad()
        model(texts).backward()
        optimizer.step()


def layers(model):
    for layer in model.layers:
        layer.quantize()
        torch.cuda.empty_cache()


def only_defined(optimizer, model, loader, hooks):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        hooks.at_the_end = lambda: torch.cuda.empty_cache()


def grpo(model, optimizer, prompts):
    while True:
        texts = model.generate_batched(prompts)
        for _ in range(4):
            optimizer.zero_grad()
            helper(model, texts)
            optimizer.step()


def helper(model, texts):
    model(texts).backward()
    torch.cuda.empty_cache()


def measured(model, optimizer, loader, log):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        log(torch.cuda.max_memory_allocated())
        torch.cuda.empty_cache()
        gc.collect()


def now_and_then(model, optimizer, loader, interval):
    count = 0
    while count < 1000:
        for x, y in loader:
            loss = model(x, y)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            if (count + 1) % interval == 0:
                print(loss.item())
                torch.cuda.empty_cache()
            count += 1


def behind_work(model, optimizer, loader, evaluate):
    for x, y in loader:
        loss = model(x, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        found = evaluate(model)
        torch.cuda.empty_cache()
        print(found)


def proximal(policy, optimizer, loader, collect_rollout, passes):
    for prompts in loader:
        rollout = collect_rollout(policy, prompts)
        for _ in range(passes):
            for part in rollout:
                optimizer.zero_grad()
                policy(part).mean().backward()
                optimizer.step()
        torch.cuda.empty_cache()
