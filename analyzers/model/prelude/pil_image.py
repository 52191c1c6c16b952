"""Images of PIL and OpenCV, and numpy's arrays of them, as far as their sizes go."""
import torch
from trainlint import as_tensor, between, choose, each, holds_alike, known, length, number, real, share, side, unknown, whole, whole_number

NEAREST = NONE = 0
LANCZOS = ANTIALIAS = 1
BILINEAR = LINEAR = 2
BICUBIC = CUBIC = 3
BOX, HAMMING = 4, 5
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = 0, 1, 2, 3, 4, 5, 6


class Resampling:
    NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = 0, 1, 2, 3, 4, 5


class Transpose:
    FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = 0, 1, 2, 3, 4, 5, 6


class Image:
    """An image. What its file says is not known: of its mode, all that are usual are tried."""

    def __init__(self, mode=None, size=None):
        self.mode_ = mode
        self.size = size if size is not None else (side(0), side(1))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what an image's " + name + " is")

    @property
    def mode(self):
        if self.mode_ is None:
            self.mode_ = choose(["RGB", "L", "RGBA"])
        return self.mode_

    @property
    def width(self):
        return self.size[0]

    @property
    def height(self):
        return self.size[1]

    def channels(self):
        counts = {"RGB": 3, "L": 1, "1": 1, "P": 1, "I": 1, "F": 1, "RGBA": 4, "CMYK": 4, "YCbCr": 3, "HSV": 3, "LAB": 3, "LA": 2}
        return counts[self.mode]

    def getbands(self):
        return tuple(self.mode)

    def like(self, size):
        return Image(self.mode_, size)

    def recolored(self, mode):
        return Image(mode, self.size)

    def convert(self, mode=None, *args, **kwargs):
        return Image(mode if mode is not None else self.mode_, self.size)

    def resize(self, size, *args, **kwargs):
        return self.like((size[0], size[1]))

    def transform(self, size, method=None, *args, **kwargs):
        return self.like((size[0], size[1]))

    def thumbnail(self, size, *args, **kwargs):
        self.size = (unknown("the size of a thumbnail"), unknown("the size of a thumbnail"))

    def crop(self, box=None):
        wide, high = between(box[0], box[2]), between(box[1], box[3])
        return self.like((wide if known(wide) else box[2] - box[0], high if known(high) else box[3] - box[1]))

    def transpose(self, method):
        if not known(method) or method in (2, 4, 5, 6):
            return self.like((self.size[1], self.size[0]))
        return self

    def rotate(self, angle, resample=None, expand=0, *args, **kwargs):
        if expand:
            return self.like((unknown("the size of a turned image"), unknown("the size of a turned image")))
        return self

    def copy(self):
        return self.like(self.size)

    def filter(self, kernel):
        return self

    def point(self, *args, **kwargs):
        return self

    def load(self):
        return unknown("the pixels of an image")

    def getpixel(self, place):
        return unknown("the pixels of an image")

    def close(self):
        pass

    def paste(self, *args, **kwargs):
        pass

    def split(self):
        return tuple(Image("L", self.size) for _ in range(self.channels()))

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class Extent:
    """What the size of a Decoded is: a tensor's method, and width and height for what takes images of either kind."""

    def __init__(self, of, wide, high):
        self.of, self.sides = of, (wide, high)

    def __call__(self, dim=None):
        shape = self.of.shape
        return shape if dim is None else shape[dim]

    def __getitem__(self, index):
        return self.sides[index]

    def __iter__(self):
        return iter(self.sides)

    def __len__(self):
        return 2


class Decoded(Image):
    """A tensor of an image's file, whose size is not known: torch.empty has no such sizes."""

    dtype, ndim = torch.uint8, 3

    def __init__(self, mode=None, size=None):
        Image.__init__(self, mode, size)
        self.size = Extent(self, self.size[0], self.size[1])

    def dim(self):
        return 3

    def __array__(self):
        return unknown("the size of an image lies in its file")

    def __getitem__(self, key):
        """A part of it, cut along its sides, or its first channels: tensor[:3], tensor[:, :, width // 2:]."""
        cuts = key if isinstance(key, tuple) else (key,)
        if len(cuts) > 3 or not all(isinstance(one, slice) for one in cuts):
            return unknown("the size of an image lies in its file")
        mode, sides = self.mode_, [self.size[1], self.size[0]]
        if cuts[0].start is not None or cuts[0].step is not None:
            return unknown("a part of an image's channels")
        if cuts[0].stop is not None:
            if not known(cuts[0].stop) or cuts[0].stop < 1:
                return unknown("a part of an image's channels")
            mode = [None, "L", "LA", "RGB", "RGBA"][min(cuts[0].stop, self.channels())]
        for i, cut in enumerate(cuts[1:]):
            if cut.start is not None or cut.stop is not None or cut.step is not None:
                sides[i] = whole_number("the size of an image lies in its file")
        out = Decoded(mode, (sides[1], sides[0]))
        out.dtype = self.dtype
        return out

    @property
    def shape(self):
        return (self.channels(), self.size[1], self.size[0])

    def like(self, size):
        if known(size[0]) and known(size[1]):
            return torch.empty(self.channels(), size[1], size[0], dtype=self.dtype)
        out = Decoded(self.mode_, size)
        out.dtype = self.dtype
        return out

    def to(self, dtype):
        out = Decoded(self.mode_, self.size)
        out.dtype = dtype if isinstance(dtype, torch.dtype) else self.dtype
        return out

    type = to

    def recolored(self, mode):
        out = Decoded(mode, self.size)
        out.dtype = self.dtype
        return out

    def float(self):
        return self.to(torch.float32)

    def divided(self, other):
        return self if self.dtype.is_floating_point else self.float()

    __truediv__ = divided
    __mul__ = __rmul__ = __add__ = __radd__ = __sub__ = divided


class io_ImageReadMode:
    UNCHANGED, GRAY, GRAY_ALPHA, RGB, RGB_ALPHA = None, "L", "LA", "RGB", "RGBA"


def io_read_image(path, mode=None, *args, **kwargs):
    return Decoded({"UNCHANGED": None, "GRAY": "L", "GRAY_ALPHA": "LA", "RGB_ALPHA": "RGBA"}.get(mode, mode))


io_decode_image = io_decode_jpeg = io_decode_png = io_read_image


def open(file, *args, **kwargs):
    return Image()


def new(mode, size, color=0):
    return Image(mode, (size[0], size[1]))


def fromarray(obj, mode=None):
    array = obj
    if mode is None:
        mode = {2: "L", 3: "RGB"}[len(array.shape)] if len(array.shape) == 2 or array.shape[2] == 3 else "RGBA"
    return Image(mode, (array.shape[1], array.shape[0]))


def merge(mode, bands):
    return Image(mode, bands[0].size)


def expand(image, border=0, fill=0):
    if not isinstance(border, (tuple, list)):
        border = (border, border, border, border)
    return image.like((image.size[0] + border[0] + border[2], image.size[1] + border[1] + border[3]))


def same_image(image, *args, **kwargs):
    return image


mirror = flip = autocontrast = equalize = invert = solarize = posterize = exif_transpose = same_image


class Enhancer:
    def __init__(self, image):
        self.image = image

    def enhance(self, factor):
        return self.image


Brightness = Contrast = Color = Sharpness = Enhancer


class ndarray:
    """An array of numpy's: its shape and the type of its elements."""

    most = None  # no side of the image is longer
    given = False  # somebody has said the shape, and what kind of data it is only the code around knows
    beside = None  # what a library's function gives beside it, in versions of it that the program shows by what it takes

    def __init__(self, shape, dtype):
        self.shape, self.dtype = tuple(shape), dtype

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self.given:
            return given_attribute(self, name)
        return unknown("what an array's " + name + " is")

    @property
    def ndim(self):
        return len(self.shape)

    def alike(self, shape, dtype):
        """An array of the same kind."""
        out = ndarray(shape, dtype)
        if self.given:
            out.given = True
        return out

    @property
    def size(self):
        if self.given:
            return self.tensor().size
        total = 1
        for n in self.shape:
            total = total * n
        return total

    @property
    def T(self):
        return self.alike(self.shape[::-1], self.dtype)

    def __array__(self):
        return self

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(self.shape[0])])

    def trainlint_unpacked(self, count):
        if self.beside is not None and count == 2:
            return ndarray(self.shape, self.dtype), self.beside
        return iter(self)

    def tensor(self):
        if self.given:
            return as_tensor(self)
        return torch.empty(*self.shape, dtype=self.dtype)

    def sample(self):
        """An array of one element of the type."""
        return self.alike((1,), self.dtype)

    def astype(self, dtype, *args, **kwargs):
        return self.alike(self.shape, number_type(dtype))

    def copy(self, *args):
        return self.alike(self.shape, self.dtype)

    def transpose(self, *axes):
        if len(axes) == 1:
            axes = axes[0]
        if len(axes) == 0:
            return self.T
        if self.given and len(axes) != self.ndim:
            return self.tensor().transpose(*axes)
        return self.alike([self.shape[a] for a in axes], self.dtype)

    def reshape(self, *shape):
        return by_tensor(lambda t: t.reshape(*shape), self)

    def repeat(self, repeats, axis=None):
        return self.alike(self.tensor().repeat_interleave(repeats, dim=axis).shape, self.dtype)

    def squeeze(self, *axis):
        return by_tensor(lambda t: t.squeeze(*axis), self)

    def flatten(self):
        return self.alike([self.size], self.dtype)

    ravel = flatten

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            key = (key,)
        if any([known(k) and isinstance(k, ndarray) for k in key]):
            return self.picked(key)
        shape, rest = [], list(self.shape)
        filled = len([k for k in key if k is not None and k is not Ellipsis])
        for k in key:
            if whole(k):
                rest.pop(0)
                filled = filled - 1
            elif k is Ellipsis:
                for _ in range(len(rest) - filled):
                    shape.append(rest.pop(0))
            elif k is None:
                shape.append(1)
            elif isinstance(k, slice):
                shape.append(part(rest.pop(0), k))
                filled = filled - 1
            elif known(k) and isinstance(k, int):
                rest.pop(0)
                filled = filled - 1
            else:
                return unknown("a part of an array")
        if len(shape) + len(rest) == 0:
            if not known(self.dtype):
                return unknown("a number of an array")
            return number("a number of an array") if self.dtype.is_floating_point else whole_number("a number of an array")
        return self.alike(shape + rest, self.dtype)

    def picked(self, key):
        """What arrays of indices pick out of the first axes."""
        shape = []
        for k in key:
            if not isinstance(k, ndarray) or k.dtype == torch.bool or k.dtype.is_floating_point:
                return unknown("a part of an array")
            shape = broadcast(shape, k.shape)
        return self.alike(list(shape) + list(self.shape[len(key):]), self.dtype)

    def __setitem__(self, key, value):
        pass

    def combined(self, other):
        dtype = self.dtype
        if self.given and known(other) and isinstance(other, (list, tuple)):
            return unknown("whether a list or an array is put together")
        if self.given and known(other) and isinstance(other, torch.Tensor):
            return self.tensor() + other
        if not known(other):
            if real(other) and not dtype.is_floating_point:
                dtype = torch.float64
            return self.alike(self.shape, dtype) if real(other) or whole(other) else unknown("what an array and something unknown make")
        if isinstance(other, ndarray):
            if other.dtype.itemsize > dtype.itemsize or other.dtype.is_floating_point and not dtype.is_floating_point:
                dtype = other.dtype
            return self.alike(broadcast(self.shape, other.shape), dtype)
        if isinstance(other, float) and not dtype.is_floating_point:
            dtype = torch.float64
        return self.alike(self.shape, dtype)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __pow__ = __rpow__ = combined
    __iadd__ = __isub__ = __imul__ = __imod__ = __ipow__ = combined
    __floordiv__ = __rfloordiv__ = __ifloordiv__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = combined

    def divided(self, other):
        out = self.combined(other)
        return out if out.dtype.is_floating_point else self.alike(out.shape, torch.float64)

    __truediv__ = __rtruediv__ = __itruediv__ = divided

    def __neg__(self):
        return self

    __abs__ = __invert__ = __neg__

    def __matmul__(self, other):
        if self.given and known(other) and isinstance(other, torch.Tensor):
            return self.tensor() @ other
        if not isinstance(other, ndarray):
            return unknown("a product of arrays")
        for n in self.shape + other.shape:
            if not known(n):
                return unknown("a product of arrays")
        out = torch.matmul(self.tensor().to(torch.float64), other.tensor().to(torch.float64))
        return self.alike(out.shape, self.sample().combined(other.sample()).dtype)

    def dot(self, other):
        return self @ other

    def compared(self, other):
        return self.alike(self.combined(other).shape, torch.bool)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = compared

    def clip(self, *args):
        return self

    def over(self, dtype, axis=None, keepdims=False):
        """One number for each place of the other axes."""
        if axis is None:
            return number("a number of an array") if dtype.is_floating_point else whole_number("a number of an array")
        out = by_tensor(lambda t: t.float().sum(axis, keepdim=keepdims), self)
        return self.alike(out.shape, dtype) if isinstance(out, ndarray) else out

    def max(self, axis=None, out=None, keepdims=False, **kwargs):
        return self.over(self.dtype, axis, keepdims)

    min = max

    def mean(self, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        return self.over(real_type(self) if dtype is None else number_type(dtype), axis, keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **kwargs):
        return self.mean(axis, dtype, out, keepdims)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        kind = self.dtype if self.dtype.is_floating_point else torch.int64
        return self.over(kind if dtype is None else number_type(dtype), axis, keepdims)

    prod = sum

    def any(self, axis=None, out=None, keepdims=False, **kwargs):
        return self.over(torch.bool, axis, keepdims)

    all = any

    def argmax(self, axis=None, out=None, keepdims=False, **kwargs):
        return self.over(torch.int64, axis, keepdims)

    argmin = argmax

    def item(self, *args):
        return number("a number of an array") if self.dtype.is_floating_point else whole_number("a number of an array")

    tolist = item


def given(shape, dtype):
    """Data of a shape that somebody has said: an array or a table, and a tensor where it is used as one."""
    out = ndarray(shape, dtype)
    out.given = True
    return out


def given_attribute(data, name):
    """What an array of numpy's has not, and a table or a tensor has."""
    if name in ("values", "iloc", "loc", "array"):
        return data
    if name == "to_numpy":
        return lambda *args, **kwargs: data
    if name == "columns":
        return [unknown("the name of a column") for _ in range(data.shape[-1])]
    if name == "tolist":
        return lambda: [unknown("a number of an array") for _ in range(data.shape[0])] if data.ndim == 1 else unknown("a list of an array")
    return getattr(data.tensor(), name)


def of_file(shape):
    """An array that a file holds, of a shape that the program gives it: of what type its elements are is not known."""
    first = shape[0] if shape[0] > 0 else length("how many of them a file holds")
    return ndarray((first,) + tuple(shape[1:]), unknown("of what type the elements of a file are"))


class series:
    """Numbers in a row, an array's or a tensor's, of which only the run knows how many there are: a file of tokens. A part between two bounds
    is as long as these say."""

    def __init__(self, dtype, torches=False):
        self.dtype, self.torches = dtype, torches

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what the " + name + " of a file's numbers is")

    @property
    def shape(self):
        return (len(self),)

    def __len__(self):
        return length("how many numbers a file holds")

    def __iter__(self):
        return iter(unknown("the numbers of a file"))

    def __getitem__(self, key):
        if not isinstance(key, slice):
            return whole_number("a number of a file") if isinstance(key, int) or not known(key) else unknown("numbers of a file")
        if not known(key.step) or key.step is not None:
            return unknown("a part of a file's numbers")
        n = between(0 if key.start is None else key.start, key.stop)
        if not known(n):
            return series(self.dtype, self.torches)
        if n < 0:
            return unknown("a part of a file's numbers")
        return torch.empty(n, dtype=self.dtype) if self.torches else ndarray((n,), self.dtype)

    def tensors(self, dtype=None):
        return series(self.dtype if dtype is None else dtype, True)

    def astype(self, dtype, *args, **kwargs):
        return series(number_type(dtype), self.torches)

    def copy(self, *args):
        return self

    clone = contiguous = pin_memory = copy

    def long(self):
        return series(torch.int64, self.torches)

    def size(self, dim=None):
        return self.shape if dim is None else len(self)

    def to(self, dtype, *args, **kwargs):
        if self.torches and isinstance(dtype, torch.dtype):
            return series(dtype, True)
        return unknown("how much of the card a file's numbers take")

    def combined(self, other):
        return unknown("what is made of a file's numbers")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __pow__ = __truediv__ = __rtruediv__ = combined
    __floordiv__ = __rfloordiv__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = combined


class rows(series):
    """A tensor made of a file's array, of which not even the shape is known; first is how many rows it has, where that is."""

    def __init__(self, dtype, first=None):
        self.dtype, self.torches, self.first = dtype, True, first

    @property
    def shape(self):
        return unknown("the shape of a file's array")

    def __getitem__(self, key):
        if not isinstance(key, slice) or not known(key.step) or key.step is not None:
            return unknown("a part of a file's array")
        if self.first is not None and known(key.start) and known(key.stop):
            return rows(self.dtype, taken(self.first, key))
        n = between(0 if key.start is None else key.start, key.stop)
        return rows(self.dtype, n if known(n) and n >= 0 else None)

    def view(self, *shape):
        """Where it holds as many numbers as rows, each row is one number."""
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = shape[0]
        total = 1
        for n in shape:
            if not known(n) or n < 0:
                return unknown("the shape of a file's array")
            total = total * n
        if self.first is None or total != self.first:
            return unknown("the shape of a file's array")
        return torch.empty(*shape, dtype=self.dtype)

    reshape = view

    def long(self):
        return rows(torch.int64, self.first)

    def size(self, dim=None):
        return self.shape if dim is None else len(self)

    def to(self, dtype, *args, **kwargs):
        if isinstance(dtype, torch.dtype):
            return rows(dtype, self.first)
        return unknown("how much of the card a file's numbers take")


def counted(count, dtype):
    if known(count) and (count is None or count < 0):
        return series(number_type(dtype))
    return ndarray((count,), number_type(dtype))


def memmap(filename, dtype="uint8", mode="r+", offset=0, shape=None, order="C"):
    if shape is None:
        return series(number_type(dtype))
    return ndarray(shape if isinstance(shape, (list, tuple)) else (shape,), number_type(dtype))


def fromfile(file, dtype=float, count=-1, *args, **kwargs):
    return counted(count, dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0, **kwargs):
    return counted(count, dtype)


def part(n, k):
    """How many a slice takes of n; as many as before where it takes every one."""
    if not known(k.start) or not known(k.stop) or isinstance(k.start, torch.Tensor):
        apart = between(k.start, k.stop)
        return apart if known(k.step) and k.step is None and known(apart) and apart >= 0 else unknown("a part of an array")
    if k.start is None and k.stop is None and (k.step is None or known(k.step) and k.step == -1):
        return n
    if not known(n):
        if known(k.start) and k.start is None and known(k.stop) and k.stop is not None:
            return unknown("a part of what is not known to be so long")
        return unknown("a part of an array")
    if not known(k.start) or not known(k.stop) or not known(k.step):
        return unknown("a part of an array")
    return taken(n, k) if k.step is None else len(range(n)[k])


def taken(n, k):
    """How many of n lie between the bounds of a slice without a step."""
    start = 0 if k.start is None else k.start
    stop = n if k.stop is None else k.stop
    start = max(start + n, 0) if start < 0 else min(start, n)
    stop = max(stop + n, 0) if stop < 0 else min(stop, n)
    return max(stop - start, 0)


def broadcast(a, b):
    if len(a) < len(b):
        a, b = b, a
    shape = list(a)
    for i in range(len(b)):
        at = len(a) - len(b) + i
        if not known(shape[at]):
            shape[at] = b[i] if known(b[i]) and b[i] != 1 else shape[at]
        elif known(b[i]) and shape[at] == 1:
            shape[at] = b[i]
    return shape


def by_tensor(do, array):
    for n in array.shape:
        if not known(n):
            return unknown("the shape of an array")
    out = do(array.tensor())
    return ndarray(out.shape, out.dtype)


def number_type(dtype):
    if isinstance(dtype, torch.dtype):
        return dtype
    if dtype is float:
        return torch.float64
    if dtype is int:
        return torch.int64
    if dtype is bool:
        return torch.bool
    if isinstance(dtype, str) and dtype in ("uint16", "uint32", "uint64"):
        dtype = dtype[1:]
    return getattr(torch, dtype)


def array(value, dtype=None, **kwargs):
    if holds_alike(value):
        return rows_of(each(value), dtype)
    if not known(value):
        return ndarray((), number_type(dtype) if dtype is not None else type_of([value])) if single(value) else unknown("the shape of an array")
    if isinstance(value, (list, tuple)) and len(value) > 0 and not known(value[0]):
        if all([single(one) for one in value]):
            return ndarray((len(value),), number_type(dtype) if dtype is not None else type_of(value))
        return unknown("the shape of an array")
    if isinstance(value, Image):
        channels = value.channels()
        shape = [value.size[1], value.size[0]]
        if channels > 1:
            shape.append(channels)
        return ndarray(shape, number_type(dtype) if dtype is not None else torch.uint8)
    if isinstance(value, ndarray):
        return ndarray(value.shape, number_type(dtype) if dtype is not None else value.dtype)
    if isinstance(value, torch.Tensor):
        return ndarray(value.shape, number_type(dtype) if dtype is not None else value.dtype)
    if isinstance(value, (list, tuple)) and len(value) > 0 and isinstance(value[0], (ndarray, Image)):
        return stack([array(one, dtype) for one in value])
    if isinstance(value, (list, tuple)) and known_numbers(value):
        if all([isinstance(one, bool) for one in value]):
            return ndarray((len(value),), number_type(dtype) if dtype is not None else torch.bool)
        made = torch.tensor(value)
        if dtype is None:
            dtype = torch.float64 if made.dtype == torch.float32 else made.dtype
        return ndarray(made.shape, number_type(dtype))
    if isinstance(value, (bool, int, float)):
        return ndarray((), number_type(dtype) if dtype is not None else type_of([value]))
    if isinstance(value, (list, tuple)) and len(value) > 0 and all([isinstance(one, (list, tuple)) for one in value]):
        return alike([array(one, dtype) for one in value])
    return unknown("the shape of an array")


def alike(rows):
    """An array of rows that are arrays themselves: np.array([left, right]) of two lists of pictures."""
    if not all([known(one) and isinstance(one, ndarray) for one in rows]):
        return unknown("the shape of an array")
    for row in rows[1:]:
        same = known(row.shape) and known(rows[0].shape) and row.shape == rows[0].shape
        if not known(same) or not same:
            return unknown("the shape of an array")
    return stack(rows)


def single(value):
    """Whether it is one number, be it one that only a run knows: the reward of a step."""
    return whole(value) or real(value) or known(value) and isinstance(value, (bool, int, float))


def type_of(numbers):
    if all([known(one) and isinstance(one, bool) for one in numbers]):
        return torch.bool
    return torch.int64 if all([whole(one) or known(one) and isinstance(one, int) for one in numbers]) else torch.float64


def rows_of(one, dtype):
    """So many arrays like one as only a run knows."""
    if whole(one) or real(one):
        made = ndarray((), torch.int64 if whole(one) else torch.float64)
    else:
        made = array(one, dtype)
    if not isinstance(made, ndarray):
        return unknown("the shape of an array")
    return ndarray((length("how many there are"),) + made.shape, number_type(dtype) if dtype is not None else made.dtype)


def known_numbers(value):
    for one in value:
        if not known(one):
            return False
        if isinstance(one, (list, tuple)):
            if not known_numbers(one):
                return False
        elif not isinstance(one, (int, float)):
            return False
    return True


asarray = array


def dstack(tup):
    """Behind each other: arrays of two dimensions get a third."""
    arrays = [array(one) for one in tup]
    arrays = [one[:, :, None] if len(one.shape) == 2 else one for one in arrays]
    return concatenate(arrays, 2)


def stack(arrays, axis=0):
    arrays = [array(one) if single(one) else one for one in arrays]
    shape = list(arrays[0].shape)
    if axis < 0:
        axis = len(shape) + 1 + axis
    shape.insert(axis, len(arrays))
    return ndarray(shape, arrays[0].dtype)


def concatenate(arrays, axis=0):
    if not known(arrays) or not all([known(one) for one in arrays]):
        return unknown("arrays of files, put together")
    arrays = [array(one) for one in arrays]
    if not all([isinstance(one, ndarray) for one in arrays]):
        return unknown("the shape of an array")
    shape = list(arrays[0].shape)
    shape[axis] = sum([one.shape[axis] for one in arrays])
    return ndarray(shape, arrays[0].dtype)


def vstack(arrays, **kwargs):
    """One below the other: a row counts as one of several."""
    arrays = [array(one) for one in arrays]
    return concatenate([one.reshape(1, -1) if len(one.shape) < 2 else one for one in arrays], 0)


def hstack(arrays, **kwargs):
    arrays = [array(one) for one in arrays]
    return concatenate(arrays, 0 if len(arrays[0].shape) == 1 else 1)


def flat(values):
    return [n for one in values for n in (one if isinstance(one, (list, tuple)) else [one])]


def pad(a, pad_width, mode="constant", **kwargs):
    """A number for all sides, a pair for all dimensions, or a pair for each."""
    a = array(a)
    if not known(a) or not known(pad_width) or not isinstance(pad_width, (int, list, tuple)):
        return unknown("the shape of an array")
    if not isinstance(pad_width, int) and not all([known(n) and isinstance(n, int) for n in flat(pad_width)]):
        return unknown("the shape of an array")
    if isinstance(pad_width, int):
        pad_width = (pad_width, pad_width)
    if isinstance(pad_width[0], int):
        pad_width = [(pad_width[0], pad_width[-1])] * len(a.shape)
    if len(pad_width) == 1:
        pad_width = list(pad_width) * len(a.shape)
    return ndarray([n + before_after[0] + before_after[1] for n, before_after in zip(a.shape, pad_width)], a.dtype)


def meshgrid(*arrays, indexing="xy", **kwargs):
    arrays = [one if isinstance(one, ndarray) else array(list(one)) for one in arrays]
    for one in arrays:
        if not isinstance(one, ndarray):
            return unknown("numpy.meshgrid")
    shape = [one.size for one in arrays]
    if indexing == "xy" and len(shape) > 1:
        shape[0], shape[1] = shape[1], shape[0]
    return [ndarray(shape, one.dtype) for one in arrays]


def einsum(pattern, *arrays):
    if not isinstance(pattern, str):
        return unknown("numpy.einsum of lists")
    out = torch.einsum(pattern, *[one.tensor().to(torch.float64) for one in arrays])
    widest = arrays[0].sample()
    for one in arrays[1:]:
        widest = widest.combined(one.sample())
    return ndarray(out.shape, widest.dtype)


def outer(a, b):
    return ndarray((a.size, b.size), a.sample().combined(b.sample()).dtype)


def same_kind(a, *args, **kwargs):
    """A function like abs or round, which leaves whole numbers whole."""
    if isinstance(a, ndarray) and not a.dtype.is_floating_point:
        return ndarray(a.shape, a.dtype)
    return elementwise(a)


around = round_ = same_kind


def elementwise(a, *args, **kwargs):
    """A function like sin or exp, of each element."""
    if isinstance(a, torch.Tensor):
        if a.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        return torch.empty(a.shape, dtype=a.dtype if a.dtype.is_floating_point else torch.float64)
    if not isinstance(a, ndarray):
        return unknown("a function of an array")
    return ndarray(a.shape, a.dtype if a.dtype.is_floating_point else torch.float64)


def expand_dims(a, axis):
    shape = list(a.shape)
    shape.insert(axis if axis >= 0 else len(shape) + 1 + axis, 1)
    return ndarray(shape, a.dtype)


def tile(A, reps):
    A = array(A)
    shape, reps = list(A.shape), list(reps) if isinstance(reps, (list, tuple)) else [reps]
    n = max(len(shape), len(reps))
    shape, reps = [1] * (n - len(shape)) + shape, [1] * (n - len(reps)) + reps
    return ndarray([shape[i] * reps[i] for i in range(n)], A.dtype)


def fill_diagonal(a, val, wrap=False):
    return None


def transpose(a, axes=None):
    return a.T if axes is None else a.transpose(*axes)


def composite(image1, image2, mask):
    return image1


def blend(im1, im2, alpha):
    return im1


def reshape(a, newshape=None, order="C", shape=None):
    to = shape if newshape is None else newshape
    return a.reshape(to) if isinstance(a, ndarray) else array(a).reshape(to)


def moveaxis(a, source, destination):
    shape = list(a.shape)
    n = shape.pop(source)
    shape.insert(destination if destination >= 0 else len(shape) + 1 + destination, n)
    return ndarray(shape, a.dtype)


def kept(a, *args, **kwargs):
    return a


ascontiguousarray = fliplr = flipud = flip = clip = roll = sort = nan_to_num = kept


def tested(a, *args, **kwargs):
    """A test of each element."""
    return ndarray(a.shape, torch.bool) if isinstance(a, ndarray) else unknown("a test of an array")


isnan = isinf = isfinite = logical_not = tested


def logical_and(a, b, *args, **kwargs):
    if not isinstance(a, ndarray) or not isinstance(b, ndarray):
        return unknown("a test of an array")
    return ndarray(broadcast(a.shape, b.shape), torch.bool)


logical_or = logical_xor = logical_and


def greater(x1, x2, *args, **kwargs):
    for a, b in ((x1, x2), (x2, x1)):
        if known(a) and isinstance(a, ndarray):
            return a.compared(b)
    return unknown("a test of an array")


greater_equal = less = less_equal = equal = not_equal = greater


def argmax(a, *args, **kwargs):
    a = array(a)
    return a.argmax(*args, **kwargs) if known(a) and isinstance(a, ndarray) else unknown("the place of a number in an array")


argmin = count_nonzero = argmax


def swapaxes(a, axis1, axis2):
    if not isinstance(a, ndarray):
        return unknown("an array with other axes")
    axes = list(range(len(a.shape)))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return a.transpose(*axes)


def rollaxis(a, axis, start=0):
    if not isinstance(a, ndarray):
        return unknown("an array with other axes")
    axes = list(range(len(a.shape)))
    axis = axis % len(axes)
    axes.remove(axis)
    axes.insert(start - 1 if start > axis else start, axis)
    return a.transpose(*axes)


def rot90(m, k=1, axes=(0, 1)):
    if not isinstance(m, ndarray):
        return unknown("an array that is turned")
    height, width = m.shape[axes[0]], m.shape[axes[1]]
    apart = between(height, width)
    if known(apart) and apart == 0 or known(k) and k % 2 == 0:
        return m
    shape = list(m.shape)
    if known(k):
        shape[axes[0]], shape[axes[1]] = width, height
    else:
        shape[axes[0]] = shape[axes[1]] = whole_number("the size of an array that is turned")
    return ndarray(shape, m.dtype)


def ptp(a, axis=None, *args, **kwargs):
    return a.over(a.dtype, axis) if isinstance(a, ndarray) else unknown("a number of an array")


def median(a, axis=None, *args, **kwargs):
    return a.over(real_type(a), axis) if isinstance(a, ndarray) else unknown("a number of an array")


var = nanmean = nanstd = nanmedian = median
nanmax = nanmin = ptp


def percentile(a, q, axis=None, *args, **kwargs):
    if not isinstance(a, ndarray) or isinstance(q, ndarray):
        return unknown("numbers of an array")
    if known(q) and isinstance(q, (list, tuple)):
        return [median(a, axis) for _ in q] if axis is None else unknown("numbers of an array")
    return median(a, axis)


quantile = nanpercentile = nanquantile = percentile


def filled(shape, dtype=None, *args, **kwargs):
    return ndarray(shape if isinstance(shape, (list, tuple)) else (shape,), torch.float64 if dtype is None else number_type(dtype))


zeros = ones = empty = filled


def full(shape, fill_value, dtype=None, order="C", **kwargs):
    if dtype is None and isinstance(fill_value, (bool, int)):
        dtype = torch.bool if isinstance(fill_value, bool) else torch.int64
    return filled(shape, dtype)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None, **kwargs):
    return ndarray(a.shape if shape is None else shape, a.dtype if dtype is None else number_type(dtype))


ones_like = empty_like = zeros_like


def full_like(a, fill_value, dtype=None, *args, **kwargs):
    return zeros_like(a, dtype)


def cumulated(a, axis=None, *args, **kwargs):
    """A running sum or product: of all elements in one row where no axis is named."""
    return ndarray((a.size,) if axis is None else a.shape, a.dtype)


def same_shape(a, *args, **kwargs):
    a = array(a)
    return ndarray(a.shape, a.dtype) if isinstance(a, ndarray) else a


triu = tril = linalg_matrix_power = same_shape


def diag(v, k=0):
    a = array(v)
    if not isinstance(a, ndarray) or not known(k):
        return unknown("numpy.diag")
    if a.ndim == 1:
        n = a.shape[0] + abs(k)
        return ndarray((n, n), a.dtype)
    return ndarray((max(0, min(a.shape[0] + min(k, 0), a.shape[1] - max(k, 0))),), a.dtype)


def eye(N, M=None, k=0, dtype=float, order="C", **kwargs):
    return filled((N, N if M is None else M), dtype)


identity = eye


def real_type(a):
    return a.dtype if a.dtype.is_floating_point else torch.float64


def linalg_inv(a):
    return ndarray(a.shape, real_type(a))


def linalg_norm(x, ord=None, axis=None, keepdims=False):
    x = array(x)
    if axis is None and not keepdims:
        return unknown("numpy.linalg.norm")
    return x.over(real_type(x), axis, keepdims)


def linalg_qr(a, mode="reduced"):
    m, n = a.shape
    k = min(m, n)
    if mode != "reduced" and m != n:
        return unknown("numpy.linalg.qr"), unknown("numpy.linalg.qr")
    return ndarray((m, k), real_type(a)), ndarray((k, n), real_type(a))


def scipy_qr(a, **kwargs):
    m, n = a.shape
    if len(kwargs) > 0 and m != n:
        return unknown("scipy.linalg.qr"), unknown("scipy.linalg.qr")
    return ndarray((m, m), real_type(a)), ndarray((m, n), real_type(a))


def scipy_lu(a):
    m, n = a.shape
    k = min(m, n)
    return ndarray((m, m), real_type(a)), ndarray((m, k), real_type(a)), ndarray((k, n), real_type(a))


scipy_inv = linalg_inv


def dot(a, b):
    return a @ b


matmul = dot


def reduced(name, a, *args, **kwargs):
    a = array(a)
    return getattr(a, name)(*args, **kwargs) if isinstance(a, ndarray) else a


def drawn(low=None, high=None, size=None):
    if size is None:
        return number("a random number")
    return filled(size)


def random_normal(loc=0.0, scale=1.0, size=None):
    return drawn(loc, scale, size)


random_laplace = random_logistic = random_gumbel = random_normal


def random_uniform(low=0.0, high=1.0, size=None):
    return drawn(low, high, size)


def random_rand(*shape):
    return filled(shape) if len(shape) > 0 else share("a random number")


def random_randn(*shape):
    return filled(shape) if len(shape) > 0 else number("a random number")


def random_random(size=None):
    return filled(size) if size is not None else share("a random number")


def random_beta(a, b, size=None):
    return share("a random number") if size is None else filled(size)


# Numbers between bounds are as unknown as others.
def random_randint(low, high=None, size=None, dtype=None):
    return filled(size, torch.int64) if size is not None else whole_number("a random number")


def random_permutation(x):
    if whole(x) or known(x) and isinstance(x, int):
        return ndarray((x,), torch.int64)
    return array(x) if known(x) else unknown("a permutation")


def random_shuffle(x):
    return None


def random_choice(a, size=None, replace=True, p=None):
    if known(a) and hasattr(a, "dtype"):
        numbers = not a.dtype.is_floating_point
    else:
        numbers = whole(a) or holds_alike(a) and whole(each(a)) or known(a) and isinstance(a, (int, range))
    if not numbers:
        return unknown("numpy.random.choice: only a run knows")
    return whole_number("a random number") if size is None else filled(size, torch.int64)


class random_Generator:
    """What numpy.random.default_rng() gives: the same draws under their newer names."""

    def normal(self, loc=0.0, scale=1.0, size=None):
        return random_normal(loc, scale, size)

    def standard_normal(self, size=None, dtype=float):
        return random_random(size) if size is None else filled(size, dtype)

    def random(self, size=None, dtype=float):
        return random_random(size) if size is None else filled(size, dtype)

    def uniform(self, low=0.0, high=1.0, size=None):
        return random_uniform(low, high, size)

    def integers(self, low, high=None, size=None, dtype=None, endpoint=False):
        return random_randint(low, high, size, dtype)

    def permutation(self, x):
        return random_permutation(x)

    def shuffle(self, x):
        return random_shuffle(x)

    def choice(self, a, size=None, replace=True, p=None):
        return random_choice(a, size, replace, p)

    def __getattr__(self, name):
        return unknown("what a generator of random numbers draws with " + name)


def random_default_rng(seed=None):
    return random_Generator()


def imread(path, flags=1, *args):
    if known(flags) and flags == 0:
        return ndarray((side(1), side(0)), torch.uint8)
    return ndarray((side(1), side(0), 3), torch.uint8)


def cvtColor(img, code):
    if code == "gray":
        return ndarray(img.shape[:2], img.dtype)
    if code == "color":
        return ndarray([img.shape[0], img.shape[1], 3], img.dtype)
    return unknown("what a conversion of colors makes")


COLOR_BGR2GRAY = COLOR_RGB2GRAY = "gray"
COLOR_BGR2RGB = COLOR_RGB2BGR = COLOR_BGR2HSV = COLOR_RGB2HSV = COLOR_HSV2RGB = COLOR_HSV2BGR = COLOR_BGR2LAB = "color"
COLOR_GRAY2RGB = COLOR_GRAY2BGR = COLOR_RGB2LAB = COLOR_LAB2RGB = COLOR_BGR2YCrCb = COLOR_RGB2YCrCb = "color"
INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA, INTER_LANCZOS4 = 0, 1, 2, 3, 4
IMREAD_GRAYSCALE, IMREAD_COLOR = 0, 1


def cv_resize(src, dsize=None, dst=None, fx=None, fy=None, interpolation=1):
    if dsize is None or known(dsize) and len(dsize) != 2:
        return unknown("the size that cv2.resize makes")
    return ndarray([dsize[1], dsize[0]] + list(src.shape[2:]), src.dtype)


def cv_flip(src, code):
    return src


def filtered(src, *args, **kwargs):
    """What leaves an image as large, with as many channels, of the same type."""
    return src if isinstance(src, ndarray) else unknown("what OpenCV makes of something unknown")


cv_blur = cv_medianBlur = cv_bilateralFilter = cv_boxFilter = cv_erode = cv_dilate = cv_morphologyEx = cv_equalizeHist = filtered
cv_fastNlMeansDenoising = cv_fastNlMeansDenoisingColored = cv_bitwise_not = cv_GaussianBlur = filtered


def cv_LUT(src, lut, *args):
    """A table of another type for each value: the image keeps its size."""
    return ndarray(src.shape, lut.dtype) if known(lut) and hasattr(lut, "dtype") else filtered(src)


def of_depth(src, ddepth=-1, *args, **kwargs):
    return filtered(src) if known(ddepth) and ddepth == -1 else unknown("the type of an image")


cv_filter2D = of_depth


def cv_threshold(src, thresh, maxval, type):
    return number("a threshold"), filtered(src)


def cv_warpAffine(src, M, dsize, *args, **kwargs):
    return cv_resize(src, dsize)


cv_warpPerspective = cv_warpAffine


def cv_copyMakeBorder(src, top, bottom, left, right, *args, **kwargs):
    return ndarray([src.shape[0] + top + bottom, src.shape[1] + left + right] + list(src.shape[2:]), src.dtype)


def cv_Canny(image, *args, **kwargs):
    return ndarray(image.shape[:2], torch.uint8)


def cv_transpose(src):
    return ndarray([src.shape[1], src.shape[0]] + list(src.shape[2:]), src.dtype)


def cv_split(m):
    return [ndarray(m.shape[:2], m.dtype) for _ in range(m.shape[2])]


def cv_merge(mv):
    return ndarray(list(mv[0].shape[:2]) + [len(mv)], mv[0].dtype)


cv_ROTATE_90_CLOCKWISE, cv_ROTATE_180, cv_ROTATE_90_COUNTERCLOCKWISE = 0, 1, 2


def cv_rotate(src, rotateCode):
    return src if known(rotateCode) and rotateCode == 1 else rot90(src, 1 if known(rotateCode) else rotateCode)


def skimage_imread(path, *args, **kwargs):
    return array(Image())


def skimage_resize(image, output_shape, *args, **kwargs):
    rest = list(image.shape[len(output_shape):])
    return ndarray(list(output_shape) + rest, image.dtype if image.dtype.is_floating_point else torch.float64)


def skimage_rgb2gray(image):
    return ndarray(image.shape[:-1], image.dtype if image.dtype.is_floating_point else torch.float64)


def fft_fftfreq(n, d=1.0):
    return filled((n,))


def fft_rfftfreq(n, d=1.0):
    return filled((n // 2 + 1,))


def complex_type(a):
    return torch.complex64 if a.dtype in (torch.float32, torch.complex64) else torch.complex128


def fft_fft(a, n=None, axis=-1, norm=None):
    """numpy counts in double precision, whatever it is given; from 2.0 on in that of what it is given."""
    if a.dtype in (torch.float32, torch.complex64):
        return unknown("in which precision numpy.fft counts")
    shape = list(a.shape)
    if n is not None:
        shape[axis] = n
    return ndarray(shape, complex_type(a))


fft_ifft = fft_fft


def fft_rfft(a, n=None, axis=-1, norm=None):
    shape = list(fft_fft(a).shape)
    shape[axis] = (shape[axis] if n is None else n) // 2 + 1
    return ndarray(shape, complex_type(a))


def real_part(a):
    if not known(a) or not isinstance(a, ndarray):
        return unknown("the real part of a number")
    parts = {torch.complex64: torch.float32, torch.complex128: torch.float64}
    return ndarray(a.shape, parts[a.dtype] if a.dtype in parts else a.dtype)


def linalg_pinv(a, *args, **kwargs):
    return ndarray(a.shape[:-2] + (a.shape[-1], a.shape[-2]), real_type(a))


def signal_get_window(window, Nx, fftbins=True):
    return filled((Nx,))
