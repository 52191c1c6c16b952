# Runs that were chosen when the estimator had learned from those of run.sh.
python vision.py --model resnet34 --batch 48
python vision.py --model resnet50 --batch 24 --size 288 --amp
python vision.py --model resnext50_32x4d --batch 24
python vision.py --model vgg19_bn --batch 24 --amp
python vision.py --model densenet169 --batch 24 --half
python vision.py --model mobilenet_v3_small --batch 128
python vision.py --model efficientnet_b2 --batch 24 --size 260
python vision.py --model convnext_small --batch 24 --adamw --amp
python vision.py --model vit_b_32 --batch 96 --adamw
python vision.py --model regnet_x_800mf --batch 48 --half
python vision.py --model mnasnet1_0 --batch 64 --amp
python unet.py --batch 6 --size 192 --width 48
python unet.py --batch 3 --size 448 --amp --bilinear
python gan.py --batch 96 --width 96
python encoder.py --batch 24 --length 192 --width 640 --layers 8
python encoder.py --batch 48 --width 384 --amp --norm-first
python volumes.py --batch 3 --size 48 --width 24
python volumes.py --batch 1 --size 80 --amp
python minigpt.py --batch 6 --length 384 --layers 10 --width 640
python minigpt.py --batch 10 --length 640 --layers 8 --width 512 --amp --dropout 0.1 --vocab 32000
python minigpt.py --batch 4 --slow --length 768 --amp
python diffusion.py --batch 12 --size 80 --width 96
python diffusion.py --batch 48 --size 48 --amp
python autoencoder.py --batch 48 --size 96 --width 48
python points.py --batch 24 --length 4096
python table.py --batch 8192 --width 1024 --depth 6
python twotowers.py --batch 40 --width 640 --layers 6
python segment.py --batch 6 --size 224
