from torch import nn

CELLS = {"lstm": nn.LSTM, "gru": nn.GRU}
ALL = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}


class Tagger(nn.Module):
    def __init__(self, width, hidden, layers, dropout, cell="lstm"):
        super().__init__()
        self.rnn = CELLS[cell](width, hidden, layers, dropout=dropout)  # want "the fourth argument of LSTM is bias, so dropout says"
        self.named = CELLS[cell](width, hidden, layers, dropout=dropout)
        # nn.RNN takes another argument there
        self.any = ALL[cell](width, hidden, layers, dropout)
