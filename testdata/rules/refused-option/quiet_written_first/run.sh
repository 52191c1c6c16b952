cat > train.py <<'EOF'
print(1)
EOF
python train.py --wd 3
