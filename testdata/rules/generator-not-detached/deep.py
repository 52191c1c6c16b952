# A generator so deep that it is followed in one lap only.
import torch
import torch.nn.functional as F
from torch import nn

from data import loader


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv0 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm0 = nn.BatchNorm2d(8)
        self.conv1 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm2 = nn.BatchNorm2d(8)
        self.conv3 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm3 = nn.BatchNorm2d(8)
        self.conv4 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm4 = nn.BatchNorm2d(8)
        self.conv5 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm5 = nn.BatchNorm2d(8)
        self.conv6 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm6 = nn.BatchNorm2d(8)
        self.conv7 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm7 = nn.BatchNorm2d(8)
        self.conv8 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm8 = nn.BatchNorm2d(8)
        self.conv9 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm9 = nn.BatchNorm2d(8)
        self.conv10 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm10 = nn.BatchNorm2d(8)
        self.conv11 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm11 = nn.BatchNorm2d(8)
        self.conv12 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm12 = nn.BatchNorm2d(8)
        self.conv13 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm13 = nn.BatchNorm2d(8)
        self.conv14 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm14 = nn.BatchNorm2d(8)
        self.conv15 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm15 = nn.BatchNorm2d(8)
        self.conv16 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm16 = nn.BatchNorm2d(8)
        self.conv17 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm17 = nn.BatchNorm2d(8)
        self.conv18 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm18 = nn.BatchNorm2d(8)
        self.conv19 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm19 = nn.BatchNorm2d(8)
        self.conv20 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm20 = nn.BatchNorm2d(8)
        self.conv21 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm21 = nn.BatchNorm2d(8)
        self.conv22 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm22 = nn.BatchNorm2d(8)
        self.conv23 = nn.Conv2d(8, 8, 3, padding=1)
        self.norm23 = nn.BatchNorm2d(8)

    def forward(self, x):
        x = self.norm0(self.conv0(F.leaky_relu(x, 0.2)))
        x = self.norm1(self.conv1(F.leaky_relu(x, 0.2)))
        x = self.norm2(self.conv2(F.leaky_relu(x, 0.2)))
        x = self.norm3(self.conv3(F.leaky_relu(x, 0.2)))
        x = self.norm4(self.conv4(F.leaky_relu(x, 0.2)))
        x = self.norm5(self.conv5(F.leaky_relu(x, 0.2)))
        x = self.norm6(self.conv6(F.leaky_relu(x, 0.2)))
        x = self.norm7(self.conv7(F.leaky_relu(x, 0.2)))
        x = self.norm8(self.conv8(F.leaky_relu(x, 0.2)))
        x = self.norm9(self.conv9(F.leaky_relu(x, 0.2)))
        x = self.norm10(self.conv10(F.leaky_relu(x, 0.2)))
        x = self.norm11(self.conv11(F.leaky_relu(x, 0.2)))
        x = self.norm12(self.conv12(F.leaky_relu(x, 0.2)))
        x = self.norm13(self.conv13(F.leaky_relu(x, 0.2)))
        x = self.norm14(self.conv14(F.leaky_relu(x, 0.2)))
        x = self.norm15(self.conv15(F.leaky_relu(x, 0.2)))
        x = self.norm16(self.conv16(F.leaky_relu(x, 0.2)))
        x = self.norm17(self.conv17(F.leaky_relu(x, 0.2)))
        x = self.norm18(self.conv18(F.leaky_relu(x, 0.2)))
        x = self.norm19(self.conv19(F.leaky_relu(x, 0.2)))
        x = self.norm20(self.conv20(F.leaky_relu(x, 0.2)))
        x = self.norm21(self.conv21(F.leaky_relu(x, 0.2)))
        x = self.norm22(self.conv22(F.leaky_relu(x, 0.2)))
        x = self.norm23(self.conv23(F.leaky_relu(x, 0.2)))
        return x.tanh()


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(16, 1, 4)

    def forward(self, x, y):
        return self.layer(torch.cat([x, y], 1)).mean((1, 2, 3)).sigmoid()


G, D = Generator(), Discriminator()
bce = nn.BCELoss()
g_opt = torch.optim.Adam(G.parameters())
d_opt = torch.optim.Adam(D.parameters())
for epoch in range(10):
    for x, y in loader:
        D.zero_grad()
        judged, fooled = D(x, y), D(x, G(x))
        d_loss = bce(judged, torch.ones(len(x))) + bce(fooled, torch.zeros(len(x)))
        d_loss.backward()  # want "the backward pass for d_opt also goes through G"
        d_opt.step()

        G.zero_grad()
        g_loss = bce(D(x, G(x)), torch.ones(len(x)))
        g_loss.backward()
        g_opt.step()
