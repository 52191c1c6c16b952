import torch


# The model keeps the memory of earlier segments, and detaches it before it returns it.
def train(para_model, train_iter, optimizer, args):
    mems = [tuple() for _ in range(args.batch_chunk)]
    for batch, (data, target, length) in enumerate(train_iter):
        para_model.zero_grad()
        data_chunks = torch.chunk(data, args.batch_chunk, 1)
        target_chunks = torch.chunk(target, args.batch_chunk, 1)
        for i in range(args.batch_chunk):
            returned = para_model(data_chunks[i].contiguous(), target_chunks[i].contiguous(), *mems[i])
            loss, mems[i] = returned[0], returned[1:]
            loss = loss.float().mean() / args.batch_chunk
            loss.backward()
        optimizer.step()


# Without the second backward the graph goes on growing, whoever made it.
def retained(model, loader, optimizer, criterion):
    memory = None
    for x, y in loader:
        optimizer.zero_grad()
        output, memory = model(x, memory)  # want "memory and time grow with every iteration"
        loss = criterion(output, y)
        loss.backward(retain_graph=True)
        optimizer.step()
