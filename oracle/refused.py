"""What torch says of constructors that are given unusual values: the rows of testdata/oracle/refused.tsv.

FOLDER/*/bin/python oracle/refused.py OUT        writes what one version says into OUT
python3 oracle/refused.py --join A B C > testdata/oracle/refused.tsv

Each row is a call and what it does in all versions that were asked: the exception, or `made`. A call that they treat in different ways has
no row.
"""

import itertools
import sys
import warnings

HEAD = """import torch
from torch import nn, optim
from torch.optim import lr_scheduler, swa_utils
from torch.utils.data import BatchSampler, DataLoader

weights = [nn.Parameter(torch.ones(2))]
data = [1, 2, 3, 4]
sgd = optim.SGD(weights, lr=0.1)
"""
OPTIMIZERS = "SGD Adam AdamW NAdam RAdam Adamax Adadelta Adagrad RMSprop ASGD Rprop SparseAdam LBFGS".split()
ARGUMENTS = """lr=-0.1 lr=0 lr=0.0 lr="1e-3" lr=None lr=10 weight_decay=-0.1 weight_decay=0 weight_decay="1e-4" momentum=-0.9 momentum=0.9 momentum=1.5
momentum="0.9" betas=0.9 betas=(0.9,1.0) betas=(-0.1,0.9) betas=(0.9,) betas=[0.9,0.99] betas=(0,0.999) betas=(1.0,0.9) eps=-1e-8 eps=0 eps=1e-3
eps="1e-8" rho=1.5 rho=-0.1 rho=0.0 rho=1.0 alpha=-0.1 alpha=1.5 alpha=0.9 lr_decay=-1.0 lr_decay=0.1 nesterov=True nesterov=False
nesterov=True,momentum=0.9 nesterov=True,momentum=0.9,dampening=0.1 nesterov=True,momentum=0 nesterov=True,momentum=0.0,dampening=0
dampening=2.0,momentum=0.9 nesterov=False,dampening=0.5""".split()
SCHEDULES = """MultiStepLR(sgd,milestones=10) MultiStepLR(sgd,[10,20]) MultiStepLR(sgd,(10,)) MultiStepLR(sgd,30) StepLR(sgd,10) LambdaLR(sgd,0.9)
LambdaLR(sgd,lambda_step) ReduceLROnPlateau(sgd,factor=1.0) ReduceLROnPlateau(sgd,factor=2) ReduceLROnPlateau(sgd,factor=0.9) ReduceLROnPlateau(sgd,factor="0.1")
ReduceLROnPlateau(sgd,"min",0.5,3) ReduceLROnPlateau(sgd,"min",1.5,3) ReduceLROnPlateau(sgd,mode="auto") ReduceLROnPlateau(sgd,"max") ReduceLROnPlateau(sgd,factor=-0.5)
ReduceLROnPlateau(sgd,"minimum") ReduceLROnPlateau(sgd,threshold_mode="abs") ReduceLROnPlateau(sgd,threshold_mode="absolute") OneCycleLR(sgd,0.1)
OneCycleLR(sgd,0.1,total_steps=10) OneCycleLR(sgd,0.1,total_steps=0) OneCycleLR(sgd,0.1,total_steps=-1) OneCycleLR(sgd,0.1,total_steps=10.0)
OneCycleLR(sgd,0.1,10) OneCycleLR(sgd,0.1,epochs=3,steps_per_epoch=10) OneCycleLR(sgd,0.1,None,3,10) OneCycleLR(sgd,0.1,None,None,None)
OneCycleLR(sgd,0.1,total_steps=10,pct_start=30) OneCycleLR(sgd,0.1,total_steps=10,pct_start=0.3) OneCycleLR(sgd,0.1,total_steps=10,pct_start=-0.1)
OneCycleLR(sgd,0.1,total_steps=10,anneal_strategy="cosine") OneCycleLR(sgd,0.1,total_steps=10,anneal_strategy="linear")
OneCycleLR(sgd,0.1,total_steps=10,epochs=3) CosineAnnealingWarmRestarts(sgd,0) CosineAnnealingWarmRestarts(sgd,10) CosineAnnealingWarmRestarts(sgd,10.0)
CosineAnnealingWarmRestarts(sgd,-1) CosineAnnealingWarmRestarts(sgd,T_0=10,T_mult=0) CosineAnnealingWarmRestarts(sgd,10,1.5) CosineAnnealingWarmRestarts(sgd,10,2)
CosineAnnealingLR(sgd,10) LinearLR(sgd,start_factor=2.0) LinearLR(sgd,start_factor=0.5) LinearLR(sgd,end_factor=1.5) LinearLR(sgd,0.5,-0.5) LinearLR(sgd,end_factor=0)
ConstantLR(sgd,factor=2.0) ConstantLR(sgd,factor=-1.0) ConstantLR(sgd,0.5) ConstantLR(sgd,0.5,10) ExponentialLR(sgd,gamma=2.0)""".split()
LAYERS = """GroupNorm(32,48) GroupNorm(3,64) GroupNorm(64,32) GroupNorm(32,64) GroupNorm(1,7) GroupNorm(num_groups=8,num_channels=12) MultiheadAttention(100,8)
MultiheadAttention(96,8) MultiheadAttention(embed_dim=100,num_heads=3) MultiheadAttention(7,7) TransformerEncoderLayer(100,8) TransformerEncoderLayer(64,8)
TransformerEncoderLayer(d_model=100,nhead=3) TransformerDecoderLayer(100,8) TransformerDecoderLayer(96,8) Transformer() Transformer(100) Transformer(nhead=7)
Transformer(d_model=96) Transformer(d_model=100,nhead=10) TransformerEncoderLayer(64,8,activation="swish") TransformerEncoderLayer(64,8,activation="gelu")
TransformerEncoderLayer(64,8,dropout=2.0) TransformerEncoderLayer(64,8,128,0.5) TransformerEncoderLayer(64,8,dropout=-0.5) Transformer(64,8,dropout=1.5)
Transformer(64,8,activation="silu") Embedding(10,4) Embedding(10,4,padding_idx=10) Embedding(10,4,padding_idx=-11) Embedding(10,4,padding_idx=-10)
Embedding(10,4,padding_idx=9) Embedding(10,4,10) Embedding(10,4,0) Embedding(10,4,None) EmbeddingBag(10,4,padding_idx=10) EmbeddingBag(10,4,padding_idx=3)
LSTM(4,4,2,dropout=2.0) LSTM(4,4,2,dropout=0.5) GRU(4,4,2,dropout=-0.1) GRU(4,4,2,True,True,1.5) LSTM(4,4,dropout="0.5") RNN(4,4,2,dropout=1) RNN(4,4,nonlinearity="gelu")
RNN(4,4,nonlinearity="relu") RNN(4,4,2,"elu") RNN(4,4,2,dropout=1.5) GRU(4,4,2,dropout=1) Linear(4,4)""".split()
LOADERS = """DataLoader(data,batch_size=0) DataLoader(data,0) DataLoader(data,batch_size=-1) DataLoader(data,batch_size=4.0) DataLoader(data,batch_size="4")
DataLoader(data,batch_size=None) DataLoader(data,4) DataLoader(data,8/2) DataLoader(data,8//2) DataLoader(data,num_workers=-1) DataLoader(data,num_workers=2) DataLoader(data,num_workers="4")
BatchSampler(data,0,False) BatchSampler(data,4,False) BatchSampler(data,batch_size=-2,drop_last=True) BatchSampler(data,2.0,True)""".split()


def calls():
    for name, given in itertools.product(OPTIMIZERS, ARGUMENTS):
        yield f"optim.{name}(weights, {given if 'lr=' in given else 'lr=0.1, ' + given})"
    for text in SCHEDULES:
        yield "lr_scheduler." + text.replace("lambda_step", "lambda step: 0.9**step")
    for name, p in itertools.product("Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout".split(), '50 1.5 -0.1 1 0 0.5 "0.5"'.split()):
        yield f"nn.{name}({p})"
        yield f"nn.{name}(p={p})"
    shapes = "3,64,3,groups=2 4,6,3,groups=4 4,8,3,groups=0 4,8,3,groups=-1 4,8,3,groups=4 4,8,3,1,0,1,3 4,8,3,1,0,1,2 4,8,3".split()
    modes = """padding_mode="zero" padding_mode="reflect" padding_mode="zeros" padding="valid" padding="same" padding="valid",stride=2 padding="same",stride=2
    padding="same",stride=1 padding="SAME" padding="full" padding=2""".split()
    for n in "123":
        yield from (f"nn.Conv{n}d({s})" for s in shapes)
        yield from (f"nn.Conv{n}d(4,8,3,{m})" for m in modes)
        yield from (f"nn.ConvTranspose{n}d({s})" for s in shapes)
    yield from ("nn." + text for text in LAYERS)
    yield from LOADERS
    yield from (f'swa_utils.SWALR(sgd,0.1,anneal_strategy="{s}")' for s in ("cosine", "cos", "linear"))


def ask():
    names = {}
    exec(HEAD, names)
    for call in calls():
        try:
            eval(call, dict(names))
            yield call, "made"
        except Exception as error:
            yield call, type(error).__name__


def join(paths):
    print("# torch", " ".join(sorted(open(p).readline().strip() for p in paths)))
    for lines in zip(*(open(p).read().splitlines()[1:] for p in paths)):
        (call, _), = {tuple(line.split("\t"))[:1] + ("",) for line in lines}
        said = {line.split("\t")[1] for line in lines}
        if len(said) == 1 and "unexpected" not in said:
            print(call, said.pop(), sep="\t")


if __name__ == "__main__":
    if sys.argv[1] == "--join":
        join(sys.argv[2:])
    else:
        import inspect

        import torch

        warnings.simplefilter("ignore")
        with open(sys.argv[1], "w") as out:
            print(torch.__version__.split("+")[0], file=out)
            for call, said in ask():
                taken = not call.startswith("optim.") or all(
                    part.split("=")[0].strip() in inspect.signature(getattr(torch.optim, call[6:call.index("(")])).parameters
                    for part in call[call.index("(") + 1:-1].split(",")[1:] if "=" in part)
                print(call, said if taken else "unexpected", sep="\t", file=out)
