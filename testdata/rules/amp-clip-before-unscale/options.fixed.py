import torch
from torch.nn.utils import clip_grad_norm_


def by_option(model, loader, optimizer, args):
    scaler = torch.amp.GradScaler("cuda", enabled=args.amp)
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=args.amp):
            loss = model(batch).mean()
        if args.amp:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)  # want "gradients are clipped while they are still multiplied by scaler's scale"
        if args.amp:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def the_second_optimizer(net, critic, loader, opt_net, opt_critic, scaler):
    for batch in loader:
        opt_critic.zero_grad()
        scaler.scale(critic(batch).mean()).backward()
        scaler.unscale_(opt_critic)
        clip_grad_norm_(critic.parameters(), 1.0)
        scaler.step(opt_critic)
        opt_net.zero_grad()
        scaler.scale(critic(net(batch)).mean()).backward()
        scaler.unscale_(opt_net)
        clip_grad_norm_(net.parameters(), 1.0)  # want "call scaler.unscale_\(opt_net\) before clipping"
        scaler.step(opt_net)
        scaler.update()


def unscaled_by_option(model, loader, optimizer, args):
    scaler = torch.amp.GradScaler("cuda", enabled=args.amp)
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=args.amp):
            loss = model(batch).mean()
        if args.amp:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
        else:
            loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        if args.amp:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def clips_the_plain_way_only(model, loader, optimizer, args):
    scaler = torch.amp.GradScaler("cuda", enabled=args.amp)
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=args.amp):
            loss = model(batch).mean()
        if args.amp:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()


def both_unscaled(net, critic, loader, opt_net, opt_critic, scaler):
    for batch in loader:
        opt_critic.zero_grad()
        opt_net.zero_grad()
        scaler.scale(critic(net(batch)).mean()).backward()
        scaler.unscale_(opt_critic)
        scaler.unscale_(opt_net)
        clip_grad_norm_(critic.parameters(), 1.0)
        clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(opt_critic)
        scaler.step(opt_net)
        scaler.update()
