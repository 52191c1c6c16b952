# Each line is one run: what is measured, and what trainlint reads.
python vision.py --model resnet18 --batch 64
python vision.py --model resnet18 --batch 128 --amp
python vision.py --model resnet50 --batch 32
python vision.py --model resnet50 --batch 32 --adamw
python vision.py --model resnet50 --batch 64 --amp
python vision.py --model resnet50 --batch 64 --half
python vision.py --model resnet50 --batch 64 --amp --channels-last
python vision.py --model resnet50 --batch 32 --channels-last
python vision.py --model resnet101 --batch 16 --size 320
python vision.py --model vgg16 --batch 32
python vision.py --model vgg16 --batch 32 --amp
python vision.py --model densenet121 --batch 32
python vision.py --model densenet121 --batch 32 --amp
python vision.py --model mobilenet_v2 --batch 64
python vision.py --model mobilenet_v2 --batch 64 --amp --channels-last
python vision.py --model mobilenet_v3_large --batch 64
python vision.py --model efficientnet_b0 --batch 32
python vision.py --model efficientnet_b0 --batch 64 --amp
python vision.py --model convnext_tiny --batch 32 --adamw
python vision.py --model convnext_tiny --batch 32 --adamw --amp
python vision.py --model vit_b_16 --batch 32 --adamw
python vision.py --model vit_b_16 --batch 64 --adamw --amp
python vision.py --model swin_t --batch 32 --adamw
python vision.py --model swin_t --batch 32 --adamw --amp
python vision.py --model regnet_y_1_6gf --batch 32
python vision.py --model alexnet --batch 128
python vision.py --model squeezenet1_1 --batch 64
python vision.py --model shufflenet_v2_x1_0 --batch 64
python vision.py --model wide_resnet50_2 --batch 16 --half
python backbone.py --model vit_base_patch16_224 --batch 32
python backbone.py --model vit_base_patch16_224 --batch 64 --amp
python backbone.py --model vit_small_patch16_224 --batch 64
python backbone.py --model resnet50 --batch 32 --amp
python backbone.py --model resnet50 --batch 64 --frozen
python backbone.py --model convnext_tiny --batch 32
python backbone.py --model efficientnet_b0 --batch 32
python backbone.py --model mixer_b16_224 --batch 32 --amp
python unet.py --batch 4 --size 256
python unet.py --batch 8 --size 256 --amp
python unet.py --batch 2 --size 512 --width 32 --bilinear
python unet.py --batch 8 --size 256 --width 32 --dice
python unet.py --batch 4 --size 384 --bilinear --amp --dice
python gan.py
python gan.py --batch 64 --width 128
python recurrent.py
python recurrent.py --kind gru --layers 3
python recurrent.py --bidirectional --width 256
python recurrent.py --amp --width 1024
python recurrent.py --layers 1 --length 512 --vocab 100
python encoder.py
python encoder.py --amp
python encoder.py --norm-first --dropout 0
python encoder.py --length 512 --batch 16 --width 768 --layers 12 --amp
python volumes.py
python volumes.py --amp --batch 4
python volumes.py --size 96 --width 16
python minigpt.py --batch 8
python minigpt.py --batch 16 --amp
python minigpt.py --batch 16 --amp --fused
python minigpt.py --batch 8 --dropout 0.1
python minigpt.py --batch 8 --slow
python minigpt.py --batch 8 --slow --amp --dropout 0.1
python minigpt.py --batch 16 --amp --checkpointing
python minigpt.py --batch 8 --checkpointing
python minigpt.py --batch 4 --amp --accumulate 2
python minigpt.py --batch 32 --length 256 --width 384 --layers 6 --vocab 96 --dropout 0.2
python minigpt.py --batch 4 --length 1024 --width 1024 --layers 24 --amp
python diffusion.py
python diffusion.py --amp
python diffusion.py --batch 8 --width 128 --size 96
python autoencoder.py
python autoencoder.py --width 32 --batch 128
python points.py
python points.py --model wave --width 128
python table.py
python table.py --teacher
python table.py --optimizer sgd --batch 16384
python table.py --optimizer rmsprop
python table.py --optimizer adagrad --rows 1000000
python twotowers.py
python twotowers.py --amp
python twotowers.py --amp --patch 32 --batch 128
python segment.py
python segment.py --amp --batch 8
python segment.py --model fcn_resnet50
python segment.py --model lraspp_mobilenet_v3_large --batch 16
