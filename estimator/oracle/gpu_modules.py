"""Modules as people write them, for training steps on a GPU: gpu_rnn.py measures them, `trainlint model gpu_modules.py:NAME` reads them."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import spectral_norm, weight_norm

# name: class or factory, inputs
MODULES = {
    "unet": ("UNet", "4x3x256x256"),
    "attention-unet": ("AttentionUNet", "4x1x192x192"),
    "unet3d": ("UNet3d", "1x1x64x96x96"),
    "res3d": ("Residual3d", "4x3x16x112x112"),
    "generator": ("Generator", "64x128"),
    "discriminator": ("Discriminator", "32x3x64x64"),
    "style": ("StyleGenerator", "8x256"),
    "patch": ("PatchCritic", "8x6x256x256"),
    "cycle": ("CycleGenerator", "2x3x256x256"),
    "convlstm": ("ConvLSTM", "4x12x1x64x64"),
    "bilstm": ("Tagger", "32x120:int64"),
    "seq2seq": ("Attending", "32x40:int64 32x36:int64"),
    "crnn": ("Reader", "16x1x32x256"),
    "vit": ("Vision", "32x3x224x224"),
    "window": ("Windowed", "8x3x128x128"),
    "gpt": ("Language", "8x256:int64"),
    "masked": ("Masked", "8x200:int64 8x200:bool"),
    "encoder": ("Layers", "16x128x256"),
    "gat": ("Graph", "4000x64 2x30000:int64"),
    "points": ("Points", "16x3x1024"),
    "warp": ("Warp", "4x3x192x192 4x3x192x192"),
    "depth": ("Depth", "4x3x192x256"),
    "super": ("Upscale", "4x3x64x64"),
    "wave": ("Wave", "4x80x400"),
    "separate": ("Separate", "4x1x16000"),
    "mobile": ("Mobile", "32x3x160x160"),
    "next": ("Next", "16x3x160x160"),
    "diffuse": ("Denoise", "8x3x64x64 8:int64"),
    "vqvae": ("Quantize", "16x3x64x64"),
    "spectrum": ("Spectrum", "8x24000"),
    "field": ("Field", "65536x3"),
    "mixer": ("Mixer", "32x3x128x128"),
}


def twice(inside, outside, norm=nn.BatchNorm2d):
    return nn.Sequential(nn.Conv2d(inside, outside, 3, padding=1), norm(outside), nn.ReLU(inplace=True),
                         nn.Conv2d(outside, outside, 3, padding=1), norm(outside), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, width=32, depth=4, classes=2):
        super().__init__()
        widths = [width * 2 ** i for i in range(depth + 1)]
        self.down = nn.ModuleList([twice(a, b) for a, b in zip([3] + widths, widths)])
        self.up = nn.ModuleList([nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in zip(widths, widths[1:])])
        self.join = nn.ModuleList([twice(b, a) for a, b in zip(widths, widths[1:])])
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        skips = []
        for i, layer in enumerate(self.down):
            x = layer(x if i == 0 else F.max_pool2d(x, 2))
            skips.append(x)
        skips.pop()
        for up, join in zip(reversed(self.up), reversed(self.join)):
            x = join(torch.cat([skips.pop(), up(x)], 1))
        return self.head(x)


class Gate(nn.Module):
    def __init__(self, high, low, middle):
        super().__init__()
        self.g = nn.Sequential(nn.Conv2d(high, middle, 1), nn.BatchNorm2d(middle))
        self.x = nn.Sequential(nn.Conv2d(low, middle, 1), nn.BatchNorm2d(middle))
        self.psi = nn.Sequential(nn.Conv2d(middle, 1, 1), nn.BatchNorm2d(1), nn.Sigmoid())

    def forward(self, g, x):
        return x * self.psi(F.relu(self.g(g) + self.x(x), inplace=True))


class AttentionUNet(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.one, self.two, self.three = twice(1, width), twice(width, 2 * width), twice(2 * width, 4 * width)
        self.pool = nn.MaxPool2d(2, 2)
        self.rise = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.gate2, self.gate1 = Gate(4 * width, 2 * width, width), Gate(2 * width, width, width // 2)
        self.up2, self.up1 = twice(6 * width, 2 * width), twice(3 * width, width)
        self.last = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        one = self.one(x)
        two = self.two(self.pool(one))
        three = self.rise(self.three(self.pool(two)))
        two = self.rise(self.up2(torch.cat((self.gate2(three, two), three), dim=1)))
        one = self.up1(torch.cat((self.gate1(two, one), two), dim=1))
        return torch.sigmoid(self.last(one))


class UNet3d(nn.Module):
    def __init__(self, width=16, groups=8):
        super().__init__()

        def block(a, b):
            return nn.Sequential(nn.Conv3d(a, b, 3, padding=1), nn.GroupNorm(groups, b), nn.LeakyReLU(inplace=True),
                                 nn.Conv3d(b, b, 3, padding=1), nn.GroupNorm(groups, b), nn.LeakyReLU(inplace=True))
        self.a, self.b, self.c = block(1, width), block(width, 2 * width), block(2 * width, 4 * width)
        self.up2 = nn.ConvTranspose3d(4 * width, 2 * width, 2, 2)
        self.d = block(4 * width, 2 * width)
        self.up1 = nn.ConvTranspose3d(2 * width, width, 3, 2, padding=1, output_padding=1)
        self.e = block(2 * width, width)
        self.head = nn.Conv3d(width, 3, 1)

    def forward(self, x):
        a = self.a(x)
        b = self.b(F.max_pool3d(a, 2))
        c = self.c(F.avg_pool3d(b, 2))
        x = self.d(torch.cat([self.up2(c), b], 1))
        x = self.e(torch.cat([self.up1(x), a], 1))
        return F.softmax(self.head(x), dim=1)


class Residual3d(nn.Module):
    def __init__(self, width=32, classes=10):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv3d(3, width, (3, 7, 7), (1, 2, 2), (1, 3, 3), bias=False), nn.BatchNorm3d(width), nn.ReLU(inplace=True))
        self.space = nn.Conv3d(width, 2 * width, (1, 3, 3), (1, 2, 2), (0, 1, 1), bias=False)
        self.time = nn.Conv3d(2 * width, 2 * width, (3, 1, 1), (2, 1, 1), (1, 0, 0), bias=False)
        self.norm = nn.InstanceNorm3d(2 * width, affine=True)
        self.skip = nn.Conv3d(width, 2 * width, 1, 2)
        self.pool = nn.AdaptiveAvgPool3d((1, 1, 1))
        self.head = nn.Linear(2 * width, classes)

    def forward(self, x):
        x = self.stem(x)
        x = F.relu(self.norm(self.time(F.relu(self.space(x)))) + self.skip(x))
        return self.head(torch.flatten(self.pool(x), 1))


class Generator(nn.Module):
    def __init__(self, z=128, width=64):
        super().__init__()
        layers = [nn.ConvTranspose2d(z, 8 * width, 4, 1, 0, bias=False), nn.BatchNorm2d(8 * width), nn.ReLU(True)]
        for i in (8, 4, 2):
            layers += [nn.ConvTranspose2d(i * width, i * width // 2, 4, 2, 1, bias=False), nn.BatchNorm2d(i * width // 2), nn.ReLU(True)]
        self.main = nn.Sequential(*layers, nn.ConvTranspose2d(width, 3, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, z):
        return self.main(z.view(z.size(0), -1, 1, 1))


class Discriminator(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.c1, self.c2 = spectral_norm(nn.Conv2d(3, width, 4, 2, 1)), spectral_norm(nn.Conv2d(width, 2 * width, 4, 2, 1))
        self.c3 = spectral_norm(nn.Conv2d(2 * width, 4 * width, 4, 2, 1))
        self.query, self.key = nn.Conv2d(2 * width, width // 4, 1), nn.Conv2d(2 * width, width // 4, 1)
        self.value = nn.Conv2d(2 * width, 2 * width, 1)
        self.gamma = nn.Parameter(torch.zeros(1))
        self.last = nn.Conv2d(4 * width, 1, 4)

    def forward(self, x):
        x = F.leaky_relu(self.c2(F.leaky_relu(self.c1(x), 0.1)), 0.1)
        b, c, h, w = x.size()
        q = self.query(x).view(b, -1, h * w).permute(0, 2, 1)
        k = self.key(x).view(b, -1, h * w)
        attention = torch.softmax(torch.bmm(q, k), dim=-1)
        v = self.value(x).view(b, -1, h * w)
        x = self.gamma * torch.bmm(v, attention.permute(0, 2, 1)).view(b, c, h, w) + x
        x = F.leaky_relu(self.c3(x), 0.1)
        return self.last(x).squeeze()


class Modulated(nn.Module):
    def __init__(self, inside, outside, style, up=False):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(1, outside, inside, 3, 3))
        self.affine = nn.Linear(style, inside)
        self.strength = nn.Parameter(torch.zeros(1))
        self.up = up

    def forward(self, x, w):
        b, c, h, wide = x.shape
        if self.up:
            x = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
            h, wide = 2 * h, 2 * wide
        weight = self.weight * (self.affine(w) + 1).view(b, 1, c, 1, 1)
        weight = weight * torch.rsqrt(weight.pow(2).sum([2, 3, 4], keepdim=True) + 1e-8)
        x = F.conv2d(x.reshape(1, b * c, h, wide), weight.view(-1, c, 3, 3), padding=1, groups=b)
        x = x.view(b, -1, h, wide)
        return F.leaky_relu(x + self.strength * torch.randn(b, 1, h, wide, device=x.device), 0.2) * math.sqrt(2)


class StyleGenerator(nn.Module):
    def __init__(self, style=256, width=128, steps=4):
        super().__init__()
        self.mapping = nn.Sequential(*[layer for _ in range(4) for layer in (nn.Linear(style, style), nn.LeakyReLU(0.2))])
        self.start = nn.Parameter(torch.randn(1, width, 8, 8))
        self.convs = nn.ModuleList([Modulated(width, width, style, up=True) for _ in range(steps)])
        self.rgb = nn.ModuleList([nn.Conv2d(width, 3, 1) for _ in range(steps)])

    def forward(self, z):
        w = self.mapping(F.normalize(z, dim=1))
        x, image = self.start.repeat(z.shape[0], 1, 1, 1), None
        for conv, rgb in zip(self.convs, self.rgb):
            x = conv(x, w)
            out = rgb(x)
            image = out if image is None else out + F.interpolate(image, scale_factor=2, mode="nearest")
        return image


class PatchCritic(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        model, inside = [], 6
        for i, outside in enumerate((width, 2 * width, 4 * width, 8 * width)):
            model.append(nn.Conv2d(inside, outside, 4, 2 if i < 3 else 1, 1))
            if i:
                model.append(nn.InstanceNorm2d(outside))
            model.append(nn.LeakyReLU(0.2, True))
            inside = outside
        model += [nn.ZeroPad2d((1, 0, 1, 0)), nn.Conv2d(inside, 1, 4, padding=1)]
        self.model = nn.Sequential(*model)

    def forward(self, x):
        return self.model(x)


class Again(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(width, width, 3), nn.InstanceNorm2d(width), nn.ReLU(True),
                                   nn.ReflectionPad2d(1), nn.Conv2d(width, width, 3), nn.InstanceNorm2d(width))

    def forward(self, x):
        return x + self.block(x)


class CycleGenerator(nn.Module):
    def __init__(self, width=64, blocks=6):
        super().__init__()
        self.model = nn.Sequential(
            nn.ReflectionPad2d(3), nn.Conv2d(3, width, 7), nn.InstanceNorm2d(width), nn.ReLU(True),
            nn.Conv2d(width, 2 * width, 3, 2, 1), nn.InstanceNorm2d(2 * width), nn.ReLU(True),
            nn.Conv2d(2 * width, 4 * width, 3, 2, 1), nn.InstanceNorm2d(4 * width), nn.ReLU(True),
            *[Again(4 * width) for _ in range(blocks)],
            nn.ConvTranspose2d(4 * width, 2 * width, 3, 2, 1, output_padding=1), nn.InstanceNorm2d(2 * width), nn.ReLU(True),
            nn.ConvTranspose2d(2 * width, width, 3, 2, 1, output_padding=1), nn.InstanceNorm2d(width), nn.ReLU(True),
            nn.ReflectionPad2d(3), nn.Conv2d(width, 3, 7), nn.Tanh())

    def forward(self, x):
        return self.model(x)


class ConvLSTM(nn.Module):
    def __init__(self, hidden=64, layers=2):
        super().__init__()
        self.hidden = hidden
        self.cells = nn.ModuleList([nn.Conv2d((1 if i == 0 else hidden) + hidden, 4 * hidden, 3, padding=1) for i in range(layers)])
        self.out = nn.Conv2d(hidden, 1, 1)

    def forward(self, frames):
        b, t, _, h, w = frames.size()
        states = [(frames.new_zeros(b, self.hidden, h, w), frames.new_zeros(b, self.hidden, h, w)) for _ in self.cells]
        outs = []
        for step in range(t):
            x = frames[:, step]
            for n, cell in enumerate(self.cells):
                hidden, memory = states[n]
                i, f, o, g = torch.split(cell(torch.cat([x, hidden], dim=1)), self.hidden, dim=1)
                memory = torch.sigmoid(f) * memory + torch.sigmoid(i) * torch.tanh(g)
                x = torch.sigmoid(o) * torch.tanh(memory)
                states[n] = (x, memory)
            outs.append(self.out(x))
        return torch.stack(outs, dim=1)


class Tagger(nn.Module):
    def __init__(self, vocab=8000, width=256, hidden=256, layers=2, tags=17):
        super().__init__()
        self.embedding = nn.Embedding(vocab, width, padding_idx=0)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True, bidirectional=True, dropout=0.3)
        self.head = nn.Sequential(nn.Dropout(0.5), nn.Linear(2 * hidden, tags))

    def forward(self, tokens):
        out, _ = self.lstm(self.embedding(tokens))
        return F.log_softmax(self.head(out), dim=-1)


class Attending(nn.Module):
    def __init__(self, vocab=6000, width=256, hidden=512):
        super().__init__()
        self.source, self.target = nn.Embedding(vocab, width), nn.Embedding(vocab, width)
        self.encoder = nn.GRU(width, hidden, bidirectional=True, batch_first=True)
        self.bridge = nn.Linear(2 * hidden, hidden)
        self.score = nn.Linear(3 * hidden, hidden)
        self.v = nn.Linear(hidden, 1, bias=False)
        self.cell = nn.GRUCell(width + 2 * hidden, hidden)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, source, target):
        memory, last = self.encoder(self.source(source))
        state = torch.tanh(self.bridge(torch.cat((last[-2], last[-1]), dim=1)))
        words, logits = self.target(target), []
        for t in range(target.shape[1]):
            repeated = state.unsqueeze(1).expand(-1, memory.shape[1], -1)
            weights = F.softmax(self.v(torch.tanh(self.score(torch.cat((repeated, memory), dim=2)))).squeeze(2), dim=1)
            context = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
            state = self.cell(torch.cat((words[:, t], context), dim=1), state)
            logits.append(self.out(state))
        logits = torch.stack(logits, dim=1)
        return F.cross_entropy(logits.view(-1, logits.size(-1)), target.reshape(-1))


class Reader(nn.Module):
    def __init__(self, classes=80, hidden=256):
        super().__init__()
        layers, inside = [], 1
        for i, outside in enumerate((64, 128, 256, 256, 512)):
            layers += [nn.Conv2d(inside, outside, 3, 1, 1), nn.BatchNorm2d(outside), nn.ReLU(True)]
            if i < 4:
                layers.append(nn.MaxPool2d((2, 2) if i < 2 else (2, 1)))
            inside = outside
        self.cnn = nn.Sequential(*layers, nn.Conv2d(512, 512, (2, 1)))
        self.rnn = nn.LSTM(512, hidden, num_layers=2, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, classes)
        self.loss = nn.CTCLoss(zero_infinity=True)

    def forward(self, image):
        features = self.cnn(image).squeeze(2).permute(2, 0, 1)
        out, _ = self.rnn(features)
        logits = F.log_softmax(self.fc(out), dim=2)
        n = image.size(0)
        targets = torch.randint(1, 80, (n, 12), device=image.device, dtype=torch.long)
        return self.loss(logits.float(), targets, torch.full((n,), logits.size(0), dtype=torch.long), torch.full((n,), 12, dtype=torch.long))


class Attention(nn.Module):
    def __init__(self, width, heads, fused=False, causal=False, drop=0.0):
        super().__init__()
        self.heads, self.fused, self.causal, self.drop = heads, fused, causal, drop
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x, mask=None):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        if self.fused:
            x = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=self.drop if self.training else 0.0, is_causal=self.causal)
        else:
            scores = (q @ k.transpose(-2, -1)) * (c // self.heads) ** -0.5
            if mask is not None:
                scores = scores.masked_fill(mask == 0, -1e4)
            x = F.dropout(scores.softmax(dim=-1), self.drop, self.training) @ v
        return self.proj(x.transpose(1, 2).reshape(b, n, c))


class Layer(nn.Module):
    def __init__(self, width, heads, **more):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, **more)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), nn.Dropout(0.1))

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        return x + self.mlp(self.norm2(x))


class Vision(nn.Module):
    def __init__(self, width=192, depth=4, heads=3, patch=16, classes=100):
        super().__init__()
        self.embed = nn.Conv2d(3, width, patch, patch)
        self.cls = nn.Parameter(torch.zeros(1, 1, width))
        self.pos = nn.Parameter(torch.zeros(1, (224 // patch) ** 2 + 1, width))
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(depth)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, x):
        x = self.embed(x).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls.expand(x.shape[0], -1, -1), x), dim=1) + self.pos
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x)[:, 0])


class Windowed(nn.Module):
    def __init__(self, width=96, window=8, depth=2, heads=3):
        super().__init__()
        self.window = window
        self.embed = nn.Conv2d(3, width, 4, 4)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(depth)])
        self.merge = nn.Linear(4 * width, 2 * width, bias=False)

    def forward(self, x):
        x = self.embed(x).permute(0, 2, 3, 1)
        b, h, w, c = x.shape
        m = self.window
        for i, layer in enumerate(self.layers):
            if i % 2:
                x = torch.roll(x, shifts=(-m // 2, -m // 2), dims=(1, 2))
            y = x.view(b, h // m, m, w // m, m, c).permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, m * m, c)
            y = layer(y)
            x = y.view(b, h // m, w // m, m, m, c).permute(0, 1, 3, 2, 4, 5).contiguous().view(b, h, w, c)
            if i % 2:
                x = torch.roll(x, shifts=(m // 2, m // 2), dims=(1, 2))
        x = torch.cat([x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2], x[:, 1::2, 1::2]], -1)
        return self.merge(x.view(b, -1, 4 * c)).mean(1)


class Language(nn.Module):
    def __init__(self, vocab=16000, width=384, depth=4, heads=6, length=256):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocab, width), nn.Embedding(length, width)
        self.layers = nn.ModuleList([Layer(width, heads, fused=True, causal=True, drop=0.1) for _ in range(depth)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocab, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, idx):
        b, t = idx.size()
        x = self.tokens(idx) + self.places(torch.arange(t, device=idx.device))
        for layer in self.layers:
            x = layer(x)
        logits = self.head(self.norm(x))
        return F.cross_entropy(logits[:, :-1].reshape(b * (t - 1), -1), idx[:, 1:].reshape(-1))


class Masked(nn.Module):
    def __init__(self, vocab=5000, width=256, depth=3, heads=4, fused=True):
        super().__init__()
        self.tokens = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList([Layer(width, heads, fused=i > 0, drop=0.1) for i in range(depth)])
        self.head = nn.Linear(width, 9)

    def forward(self, idx, mask):
        x = self.tokens(idx) * math.sqrt(256)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :] | torch.ones(1, 1, idx.size(1), 1, dtype=torch.bool, device=idx.device))
        return self.head(x).transpose(1, 2)


class Layers(nn.Module):
    def __init__(self, width=256, heads=8):
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(width, heads, 1024, batch_first=True), 2)
        self.cross = nn.MultiheadAttention(width, heads, dropout=0.1, batch_first=True)
        self.query = nn.Parameter(torch.randn(20, width))

    def forward(self, x):
        memory = self.encoder(x)
        out, weights = self.cross(self.query.unsqueeze(0).repeat(x.size(0), 1, 1), memory, memory)
        return out.mean(dim=1), weights


class Graph(nn.Module):
    def __init__(self, width=64, heads=4, classes=7):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.Linear(width, heads * width, bias=False), nn.Linear(heads * width, classes)
        self.a = nn.Parameter(torch.randn(heads, 2 * width))

    def forward(self, x, edges):
        source, target = edges[0], edges[1]
        h = self.first(x).view(x.size(0), self.heads, -1)
        scores = F.leaky_relu((torch.cat([h[source], h[target]], dim=-1) * self.a).sum(-1), 0.2).exp()
        total = torch.zeros(x.size(0), self.heads, device=x.device, dtype=scores.dtype).index_add_(0, target, scores)
        weights = scores / (total[target] + 1e-9)
        messages = weights.unsqueeze(-1) * h[source]
        out = torch.zeros_like(h).index_add(0, target, messages.to(h.dtype))
        return F.log_softmax(self.second(F.elu(out.flatten(1))), dim=1)


class Points(nn.Module):
    def __init__(self, k=16, classes=10):
        super().__init__()
        self.k = k
        self.conv1 = nn.Sequential(nn.Conv2d(6, 64, 1, bias=False), nn.BatchNorm2d(64), nn.LeakyReLU(0.2))
        self.conv2 = nn.Sequential(nn.Conv2d(128, 128, 1, bias=False), nn.BatchNorm2d(128), nn.LeakyReLU(0.2))
        self.conv3 = nn.Sequential(nn.Conv1d(192, 512, 1, bias=False), nn.BatchNorm1d(512), nn.LeakyReLU(0.2))
        self.head = nn.Linear(1024, classes)

    def edges(self, x):
        b, c, n = x.size()
        inner = -2 * torch.matmul(x.transpose(2, 1), x)
        square = torch.sum(x ** 2, dim=1, keepdim=True)
        idx = (-square - inner - square.transpose(2, 1)).topk(k=self.k, dim=-1)[1]
        idx = (idx + torch.arange(0, b, device=x.device).view(-1, 1, 1) * n).view(-1)
        x = x.transpose(2, 1).contiguous()
        near = x.view(b * n, -1)[idx, :].view(b, n, self.k, c)
        x = x.view(b, n, 1, c).repeat(1, 1, self.k, 1)
        return torch.cat((near - x, x), dim=3).permute(0, 3, 1, 2).contiguous()

    def forward(self, x):
        one = self.conv1(self.edges(x)).max(dim=-1, keepdim=False)[0]
        two = self.conv2(self.edges(one)).max(dim=-1, keepdim=False)[0]
        x = self.conv3(torch.cat((one, two), dim=1))
        return self.head(torch.cat((F.adaptive_max_pool1d(x, 1).flatten(1), F.adaptive_avg_pool1d(x, 1).flatten(1)), 1))


class Warp(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, width, 5, 2, 2), nn.PReLU(width), nn.Conv2d(width, width, 3, 1, 1), nn.PReLU(width))
        self.flow = nn.Sequential(nn.Conv2d(2 * width + 49, width, 3, 1, 1), nn.PReLU(width), nn.Conv2d(width, 2, 3, 1, 1))

    def forward(self, one, two):
        a, b = self.features(one), self.features(two)
        n, c, h, w = a.shape
        padded = F.pad(b, (3, 3, 3, 3))
        cost = torch.cat([(a * padded[:, :, i:i + h, j:j + w]).mean(1, keepdim=True) for i in range(7) for j in range(7)], 1)
        flow = F.interpolate(self.flow(torch.cat((a, b, cost), 1)), scale_factor=2, mode="bilinear", align_corners=False) * 2.0
        ys, xs = torch.meshgrid(torch.arange(2 * h, device=one.device), torch.arange(2 * w, device=one.device), indexing="ij")
        grid = torch.stack((xs, ys), dim=0).float().unsqueeze(0) + flow
        grid = torch.stack((2 * grid[:, 0] / (2 * w - 1) - 1, 2 * grid[:, 1] / (2 * h - 1) - 1), dim=-1)
        warped = F.grid_sample(two, grid, mode="bilinear", padding_mode="border", align_corners=True)
        return (warped - one).abs().mean()


class Depth(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.enc = nn.ModuleList([nn.Sequential(nn.Conv2d(a, b, 3, 2, 1), nn.ELU(inplace=True)) for a, b in
                                  ((3, width), (width, 2 * width), (2 * width, 4 * width), (4 * width, 8 * width))])
        self.dec = nn.ModuleList([nn.Conv2d(a, b, 3) for a, b in ((12 * width, 4 * width), (6 * width, 2 * width), (3 * width, width))])
        self.pad = nn.ReflectionPad2d(1)
        self.disp = nn.ModuleList([nn.Conv2d(c, 1, 3, padding=1, padding_mode="replicate") for c in (4 * width, 2 * width, width)])

    def forward(self, x):
        features = []
        for layer in self.enc:
            x = layer(x)
            features.append(x)
        outs = {}
        for i, (conv, disp) in enumerate(zip(self.dec, self.disp)):
            x = F.interpolate(x, size=features[2 - i].shape[2:], mode="nearest")
            x = F.elu(conv(self.pad(torch.cat([x, features[2 - i]], 1))))
            outs[("disp", i)] = torch.sigmoid(disp(x))
        return outs


class Upscale(nn.Module):
    def __init__(self, width=64, growth=32, blocks=3, scale=4):
        super().__init__()
        self.head = nn.Conv2d(3, width, 3, 1, 1)
        self.blocks = nn.ModuleList([nn.ModuleList([nn.Conv2d(width + i * growth, growth if i < 4 else width, 3, 1, 1) for i in range(5)])
                                     for _ in range(blocks)])
        self.squeeze = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(width, width // 16, 1), nn.ReLU(inplace=True), nn.Conv2d(width // 16, width, 1), nn.Sigmoid())
        self.up = nn.Sequential(*[layer for _ in range(int(math.log2(scale))) for layer in
                                  (nn.Conv2d(width, 4 * width, 3, 1, 1), nn.PixelShuffle(2), nn.PReLU())])
        self.tail = nn.Conv2d(width, 3, 9, 1, 4)

    def forward(self, x):
        shallow = x = self.head(x)
        for block in self.blocks:
            seen = [x]
            for i, conv in enumerate(block):
                out = conv(torch.cat(seen, 1))
                seen.append(F.leaky_relu(out, 0.2, inplace=True) if i < 4 else out)
            x = seen[-1] * 0.2 + x
        x = x * self.squeeze(x) + shallow
        return self.tail(self.up(x))


class Wave(nn.Module):
    def __init__(self, width=256):
        super().__init__()
        self.pre = weight_norm(nn.Conv1d(80, width, 7, padding=3))
        self.ups = nn.ModuleList([weight_norm(nn.ConvTranspose1d(width // 2 ** i, width // 2 ** (i + 1), 16, 8, 4)) for i in range(2)])
        self.res = nn.ModuleList([nn.ModuleList([weight_norm(nn.Conv1d(width // 2 ** (i + 1), width // 2 ** (i + 1), 3, dilation=d, padding=d)) for d in (1, 3, 5)])
                                  for i in range(2)])
        self.post = weight_norm(nn.Conv1d(width // 4, 1, 7, padding=3))

    def forward(self, x):
        x = self.pre(x)
        for up, group in zip(self.ups, self.res):
            x = up(F.leaky_relu(x, 0.1))
            for conv in group:
                x = x + conv(F.leaky_relu(x, 0.1))
        return torch.tanh(self.post(F.leaky_relu(x)))


class Separate(nn.Module):
    def __init__(self, width=128, kernel=16, blocks=4):
        super().__init__()
        self.encoder = nn.Conv1d(1, width, kernel, kernel // 2, bias=False)
        self.norm = nn.GroupNorm(1, width)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Conv1d(width, 2 * width, 1), nn.PReLU(), nn.GroupNorm(1, 2 * width),
                                                   nn.Conv1d(2 * width, 2 * width, 3, padding=2 ** i, dilation=2 ** i, groups=2 * width), nn.PReLU(),
                                                   nn.GroupNorm(1, 2 * width), nn.Conv1d(2 * width, width, 1)) for i in range(blocks)])
        self.gru = nn.GRU(width, width, 1, batch_first=True, bidirectional=True)
        self.masks = nn.Linear(2 * width, 2 * width)
        self.decoder = nn.ConvTranspose1d(width, 1, kernel, kernel // 2, bias=False)

    def forward(self, x):
        mix = F.relu(self.encoder(x))
        y = self.norm(mix)
        for block in self.blocks:
            y = y + block(y)
        y, _ = self.gru(y.transpose(1, 2))
        masks = torch.sigmoid(self.masks(y)).transpose(1, 2).chunk(2, dim=1)
        return torch.cat([self.decoder(mix * m) for m in masks], dim=1)


class Inverted(nn.Module):
    def __init__(self, inside, outside, stride, expand):
        super().__init__()
        hidden = inside * expand
        self.use = stride == 1 and inside == outside
        self.conv = nn.Sequential(nn.Conv2d(inside, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.ReLU6(inplace=True),
                                  nn.Conv2d(hidden, hidden, 3, stride, 1, groups=hidden, bias=False), nn.BatchNorm2d(hidden), nn.Hardswish(inplace=True),
                                  nn.Conv2d(hidden, outside, 1, bias=False), nn.BatchNorm2d(outside))

    def forward(self, x):
        return x + self.conv(x) if self.use else self.conv(x)


class Mobile(nn.Module):
    def __init__(self, classes=50):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32), nn.SiLU(inplace=True))
        self.blocks = nn.Sequential(Inverted(32, 16, 1, 1), Inverted(16, 24, 2, 6), Inverted(24, 24, 1, 6), Inverted(24, 40, 2, 6), Inverted(40, 40, 1, 6))
        self.head = nn.Linear(40, classes)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x)).mean([2, 3]))


class Channels(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.depth = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.one, self.two = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.gamma = nn.Parameter(1e-6 * torch.ones(width))

    def forward(self, x):
        y = self.norm(self.depth(x).permute(0, 2, 3, 1))
        y = self.gamma * self.two(F.gelu(self.one(y)))
        y = y.permute(0, 3, 1, 2)
        if self.training:
            y = y / 0.9 * torch.empty(x.shape[0], 1, 1, 1, device=x.device, dtype=y.dtype).bernoulli_(0.9)
        return x + y


class Next(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 4, 4)
        self.one = nn.Sequential(*[Channels(width) for _ in range(2)])
        self.down = nn.Sequential(nn.GroupNorm(1, width), nn.Conv2d(width, 2 * width, 2, 2))
        self.two = nn.Sequential(*[Channels(2 * width) for _ in range(2)])

    def forward(self, x):
        return self.two(self.down(self.one(self.stem(x)))).mean([-2, -1])


class Timed(nn.Module):
    def __init__(self, inside, outside, time):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(8, inside), nn.GroupNorm(8, outside)
        self.conv1, self.conv2 = nn.Conv2d(inside, outside, 3, padding=1), nn.Conv2d(outside, outside, 3, padding=1)
        self.time = nn.Linear(time, outside)
        self.skip = nn.Conv2d(inside, outside, 1) if inside != outside else nn.Identity()

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(t))[:, :, None, None]
        return self.conv2(F.dropout(F.silu(self.norm2(h)), 0.1, self.training)) + self.skip(x)


class Spatial(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.qkv, self.out = nn.GroupNorm(8, width), nn.Conv2d(width, 3 * width, 1, bias=False), nn.Conv2d(width, width, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=1)
        q, k, v = (t.reshape(b, 4, c // 4, h * w) for t in (q, k, v))
        weights = torch.einsum("bhdi,bhdj->bhij", q * (c // 4) ** -0.5, k).softmax(dim=-1)
        return x + self.out(torch.einsum("bhij,bhdj->bhid", weights, v).permute(0, 1, 3, 2).reshape(b, c, h, w))


class Denoise(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.width = width
        self.time = nn.Sequential(nn.Linear(width, 4 * width), nn.SiLU(), nn.Linear(4 * width, 4 * width))
        self.first = nn.Conv2d(3, width, 3, padding=1)
        self.d1, self.d2 = Timed(width, width, 4 * width), Timed(width, 2 * width, 4 * width)
        self.down1, self.down2 = nn.Conv2d(width, width, 3, 2, 1), nn.Conv2d(2 * width, 2 * width, 3, 2, 1)
        self.m1, self.attention, self.m2 = Timed(2 * width, 2 * width, 4 * width), Spatial(2 * width), Timed(2 * width, 2 * width, 4 * width)
        self.u2, self.u1 = Timed(4 * width, width, 4 * width), Timed(2 * width, width, 4 * width)
        self.up2, self.up1 = nn.Conv2d(2 * width, 2 * width, 3, 1, 1), nn.Conv2d(width, width, 3, 1, 1)
        self.last = nn.Sequential(nn.GroupNorm(8, width), nn.SiLU(), nn.Conv2d(width, 3, 3, padding=1))

    def forward(self, x, t):
        half = self.width // 2
        freqs = torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)
        angles = t[:, None].float() * freqs[None]
        t = self.time(torch.cat([angles.sin(), angles.cos()], dim=-1))
        a = self.d1(self.first(x), t)
        b = self.d2(self.down1(a), t)
        h = self.m2(self.attention(self.m1(self.down2(b), t)), t)
        h = self.up2(F.interpolate(h, scale_factor=2.0, mode="nearest"))
        h = self.u2(torch.cat((h, b), dim=1), t)
        h = self.up1(F.interpolate(h, scale_factor=2.0, mode="nearest"))
        return self.last(self.u1(torch.cat((h, a), dim=1), t))


class Quantize(nn.Module):
    def __init__(self, width=64, codes=512):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(3, width, 4, 2, 1), nn.ReLU(), nn.Conv2d(width, width, 4, 2, 1), nn.ReLU(), nn.Conv2d(width, width, 1))
        self.codes = nn.Embedding(codes, width)
        self.decoder = nn.Sequential(nn.ConvTranspose2d(width, width, 4, 2, 1), nn.ReLU(inplace=True), nn.ConvTranspose2d(width, 3, 4, 2, 1))

    def forward(self, x):
        z = self.encoder(x).permute(0, 2, 3, 1).contiguous()
        flat = z.view(-1, z.size(-1))
        distance = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.codes.weight.t() + self.codes.weight.pow(2).sum(1)
        index = distance.argmin(1)
        one_hot = F.one_hot(index, self.codes.num_embeddings).type(flat.dtype)
        quantized = (one_hot @ self.codes.weight.to(flat.dtype)).view(z.shape)
        loss = F.mse_loss(quantized.detach(), z) * 0.25 + F.mse_loss(quantized, z.detach())
        quantized = z + (quantized - z).detach()
        return self.decoder(quantized.permute(0, 3, 1, 2).contiguous()), loss


class Spectrum(nn.Module):
    def __init__(self, size=512, hop=128, width=32):
        super().__init__()
        self.size, self.hop = size, hop
        self.register_buffer("window", torch.hann_window(size))
        self.conv = nn.Sequential(nn.Conv2d(2, width, (5, 3), (2, 1), (2, 1)), nn.BatchNorm2d(width), nn.PReLU(),
                                  nn.Conv2d(width, width, (5, 3), (2, 1), (2, 1)), nn.BatchNorm2d(width), nn.PReLU())
        self.back = nn.Sequential(nn.ConvTranspose2d(width, width, (5, 3), (2, 1), (2, 1)), nn.PReLU(), nn.ConvTranspose2d(width, 2, (5, 3), (2, 1), (2, 1)))

    def forward(self, x):
        spectrum = torch.stft(x, self.size, self.hop, window=self.window, return_complex=True)
        y = torch.view_as_real(spectrum).permute(0, 3, 1, 2)
        mask = torch.tanh(self.back(self.conv(y))).float()
        out = torch.complex(mask[:, 0], mask[:, 1]) * spectrum
        return torch.istft(out, self.size, self.hop, window=self.window, length=x.shape[-1])


class Field(nn.Module):
    def __init__(self, width=256, depth=8, bands=10):
        super().__init__()
        self.bands = bands
        inside = 3 * (1 + 2 * bands)
        self.layers = nn.ModuleList([nn.Linear(inside, width)] + [nn.Linear(width + (inside if i == 4 else 0), width) for i in range(1, depth)])
        self.sigma, self.rgb = nn.Linear(width, 1), nn.Sequential(nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, 3), nn.Sigmoid())

    def forward(self, x):
        parts = [x]
        for i in range(self.bands):
            parts += [torch.sin(x * 2.0 ** i), torch.cos(x * 2.0 ** i)]
        e = h = torch.cat(parts, dim=-1)
        for i, layer in enumerate(self.layers):
            if i == 4:
                h = torch.cat([e, h], -1)
            h = F.relu(layer(h))
        return torch.cat([self.rgb(h), self.sigma(h)], -1)


class Mixer(nn.Module):
    def __init__(self, width=256, patch=8, depth=3, tokens=256):
        super().__init__()
        self.embed = nn.Conv2d(3, width, patch, patch)
        self.layers = nn.ModuleList([nn.ModuleDict(dict(
            n1=nn.LayerNorm(width), t=nn.Sequential(nn.Linear(tokens, 512), nn.GELU(), nn.Dropout(0.1), nn.Linear(512, tokens)),
            n2=nn.LayerNorm(width), c=nn.Sequential(nn.Linear(width, 1024), nn.GELU(), nn.Dropout(0.1), nn.Linear(1024, width)))) for _ in range(depth)])
        self.head = nn.Linear(width, 100)

    def forward(self, x):
        x = self.embed(x).flatten(2).transpose(1, 2)
        for layer in self.layers:
            x = x + layer["t"](layer["n1"](x).transpose(1, 2)).transpose(1, 2)
            x = x + layer["c"](layer["n2"](x))
        return self.head(x.mean(dim=1))
