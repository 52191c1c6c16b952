import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, BartForCausalLM, GPT2LMHeadModel


class Blocks(Dataset):
    def __init__(self, ids, length):
        self.ids = torch.tensor(ids)
        self.length = length

    def __len__(self):
        return (len(self.ids) - 1) // self.length

    def __getitem__(self, i):
        chunk = self.ids[i * self.length:(i + 1) * self.length + 1]
        return chunk[:-1], chunk[1:]


class Same(Blocks):
    def __getitem__(self, i):
        chunk = self.ids[i * self.length:(i + 1) * self.length]
        return chunk, chunk


def a_loss_of_ones_own(ids):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in DataLoader(Blocks(ids, 64), 8, shuffle=True):
        optimizer.zero_grad()
        logits = model(input_ids=x).logits
        nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten()).backward()
        optimizer.step()


def the_same_tokens(ids):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in DataLoader(Same(ids, 64), 8, shuffle=True):
        optimizer.zero_grad()
        model(input_ids=x, labels=y).loss.backward()
        optimizer.step()


def labels_are_the_inputs(ids):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in DataLoader(Blocks(ids, 64), 8, shuffle=True):
        optimizer.zero_grad()
        model(input_ids=x, labels=x).loss.backward()
        optimizer.step()


def both_cut_alike(loader):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in loader:
        ids = batch["input_ids"]
        optimizer.zero_grad()
        model(ids[:, 1:], labels=ids[:, 1:]).loss.backward()
        optimizer.step()


def a_decoder_that_does_not_move_them(loader):
    model = BartForCausalLM.from_pretrained("facebook/bart-base")
    other = AutoModelForCausalLM.from_pretrained("facebook/bart-base")
    optimizer = torch.optim.AdamW(list(model.parameters()) + list(other.parameters()))
    for batch in loader:
        ids = batch["input_ids"]
        optimizer.zero_grad()
        loss = model(ids[:, :-1], labels=ids[:, 1:]).loss + other(ids[:, :-1], labels=ids[:, 1:]).loss
        loss.backward()
        optimizer.step()


def put_together_by_the_program(ids, collate):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for x, y in DataLoader(Blocks(ids, 64), 8, shuffle=True, collate_fn=collate):
        optimizer.zero_grad()
        model(input_ids=x, labels=y).loss.backward()
        optimizer.step()


def columns_of_a_table(loader):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in loader:
        ids = batch["input_ids"]
        optimizer.zero_grad()
        model(ids[:, :-8], labels=ids[:, 8:]).loss.backward()
        optimizer.step()
