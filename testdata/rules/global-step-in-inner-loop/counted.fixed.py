import torch


def on_an_object(args, model, loader, optimizer, writer, state):
    for step, batch in enumerate(loader):
        loss = model(batch).mean() / args.accum
        loss.backward()
        state["global_step"] += 1
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        if state["global_step"] % 100 == 0:
            writer.add_scalar("loss", loss.item(), state["global_step"])


def counted_where_it_steps(args, model, loader, optimizer, writer):
    global_step = 0
    for step, batch in enumerate(loader):
        loss = model(batch).mean() / args.accum
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
            global_step += 1
        if global_step > args.max_steps:
            break


def counts_batches_on_purpose(args, model, loader, optimizer, writer):
    batches = 0
    for step, batch in enumerate(loader):
        loss = model(batch).mean() / args.accum
        loss.backward()
        batches += 1
        if batches % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def compared_with_steps(args, model, loader, optimizer, scheduler):
    global_step = 0
    for epoch in range(args.epochs):
        for step, batch in enumerate(loader):
            loss = model(batch).mean() / args.accum
            loss.backward()
            if (step + 1) % args.accum == 0:
                optimizer.step()
                global_step += 1  # want note "global_step counts every micro-batch"
                optimizer.zero_grad()
            if global_step >= args.max_train_steps:
                return


def divided_again(args, model, loader, optimizer, writer):
    global_step = 0
    for step, batch in enumerate(loader):
        loss = model(batch).mean() / args.accum
        loss.backward()
        global_step += 1
        if global_step % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        writer.add_scalar("loss", loss.item(), global_step // args.accum)


def steps_always(args, model, loader, optimizer):
    global_step = 0
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        global_step += 1
        if global_step >= args.max_train_steps:
            break
