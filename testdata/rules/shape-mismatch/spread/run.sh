python rows.py
python maps.py
python right.py
