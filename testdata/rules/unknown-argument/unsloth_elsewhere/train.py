from model import model
from trl import SFTConfig

args = SFTConfig(output_dir="out", unsloth_num_chunks=4)
