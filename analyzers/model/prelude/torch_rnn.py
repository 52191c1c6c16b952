"""Sequences of several lengths: padded to the longest, or packed one step behind the other."""
import torch
from trainlint import known, padded, whole_number


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    sequences = list(sequences)
    for one in sequences:
        if not known(one):
            return padded(one)  # how long each is, only the run knows
    longest = max([one.shape[0] for one in sequences])
    out = torch.empty(len(sequences), longest, *sequences[0].shape[1:], dtype=sequences[0].dtype, device=sequences[0].device)
    if any([one.requires_grad for one in sequences]):
        for i, one in enumerate(sequences):
            out[i, : one.shape[0]] = one
    return out if batch_first else out.transpose(0, 1).contiguous()


class PackedSequence:
    """One step of all sequences behind the other. They are taken to be as long as the longest: no batch takes more."""

    def __init__(self, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None, rows=None):
        self.data, self.batch_sizes, self.rows = data, batch_sizes, rows
        self.sorted_indices, self.unsorted_indices = sorted_indices, unsorted_indices

    def __getitem__(self, index):
        return (self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)[index]

    def __iter__(self):
        return iter((self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices))

    def steps(self):
        """Time first."""
        return self.data.view(-1, self.rows, *self.data.shape[1:])

    def to(self, *args, **kwargs):
        return PackedSequence(self.data.to(*args, **kwargs), self.batch_sizes, rows=self.rows)

    def cuda(self, *args, **kwargs):
        return PackedSequence(self.data.cuda(*args, **kwargs), self.batch_sizes, rows=self.rows)


def packed(steps):
    """Steps, time first, behind each other."""
    lengths = torch.empty(steps.shape[0], dtype=torch.int64, device="cpu")
    return PackedSequence(steps.flatten(0, 1), lengths, rows=steps.shape[1])


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    if not known(input):
        return input
    if batch_first:
        input = input.transpose(0, 1)
    return packed(input.clone(memory_format=torch.contiguous_format))


def pack_sequence(sequences, enforce_sorted=True):
    padded = pad_sequence(sequences)
    return packed(padded) if known(padded) else padded


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    if not known(sequence):
        return sequence
    out = sequence.steps().clone()
    if known(total_length) and total_length is not None and total_length > out.shape[0]:
        out = torch.cat([out, out.new_zeros(total_length - out.shape[0], *out.shape[1:])])
    lengths = torch.empty(out.shape[1], dtype=torch.int64, device="cpu")
    return out.transpose(0, 1) if batch_first else out, lengths


def unpad_sequence(padded, lengths, batch_first=False):
    return list(padded if batch_first else padded.transpose(0, 1))


def run_packed(layer, first, sequence, *state, **kwargs):
    """What a recurrent layer makes of packed steps."""
    steps = sequence.steps()
    out, hidden = layer(steps.transpose(0, 1) if first else steps, *state, **kwargs)
    return packed(out.transpose(0, 1) if first else out), hidden
