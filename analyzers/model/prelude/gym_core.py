"""Environments of gym and gymnasium: what they show, what may be done in them, and how code wraps them."""
import torch
from numpy import ndarray
from trainlint import asked_for, known, number, unknown, whole_number

# of the games of the Arcade Learning Environment: how many actions there are, with the height where it is not 210
GAMES = {
    "Adventure": (250, 18), "AirRaid": (250, 6), "Alien": 18, "Amidar": 10, "Assault": 7, "Asterix": 9, "Asteroids": 14, "Atlantis": 4,
    "BankHeist": 18, "BattleZone": 18, "BeamRider": 9, "Berzerk": 18, "Bowling": 6, "Boxing": 18, "Breakout": 4, "Carnival": (214, 6),
    "Centipede": 18, "ChopperCommand": 18, "CrazyClimber": 9, "Defender": 18, "DemonAttack": 6, "DoubleDunk": 18, "ElevatorAction": 18, "Enduro": 9,
    "FishingDerby": 18, "Freeway": 3, "Frostbite": 18, "Gopher": 8, "Gravitar": 18, "Hero": 18, "IceHockey": 18, "Jamesbond": 18,
    "JourneyEscape": (230, 16), "Kangaroo": 18, "Krull": 18, "KungFuMaster": 14, "MontezumaRevenge": 18, "MsPacman": 9, "NameThisGame": 6,
    "Phoenix": 8, "Pitfall": 18, "Pong": 6, "Pooyan": (220, 6), "PrivateEye": 18, "Qbert": 6, "Riverraid": 18, "RoadRunner": 18, "Robotank": 18,
    "Seaquest": 18, "Skiing": 3, "Solaris": 18, "SpaceInvaders": 6, "StarGunner": 18, "Tennis": 18, "TimePilot": 10, "Tutankham": 8, "UpNDown": 6,
    "Venture": 18, "VideoPinball": 9, "WizardOfWor": 10, "YarsRevenge": 18, "Zaxxon": 18,
}

# of the others: the shape of what is shown, and of what is done or how many actions there are
OTHERS = {
    "CartPole-v0": ((4,), 2), "CartPole-v1": ((4,), 2), "MountainCar-v0": ((2,), 3), "MountainCarContinuous-v0": ((2,), (1,)),
    "Pendulum-v0": ((3,), (1,)), "Pendulum-v1": ((3,), (1,)), "Acrobot-v1": ((6,), 3), "LunarLander-v2": ((8,), 4),
    "LunarLander-v3": ((8,), 4), "LunarLanderContinuous-v2": ((8,), (2,)), "LunarLanderContinuous-v3": ((8,), (2,)),
    "BipedalWalker-v2": ((24,), (4,)), "BipedalWalker-v3": ((24,), (4,)), "BipedalWalkerHardcore-v2": ((24,), (4,)),
    "BipedalWalkerHardcore-v3": ((24,), (4,)), "CarRacing-v0": ((96, 96, 3), (3,)), "CarRacing-v1": ((96, 96, 3), (3,)),
    "CarRacing-v2": ((96, 96, 3), (3,)), "CarRacing-v3": ((96, 96, 3), (3,)), "FrozenLake-v0": (16, 4), "FrozenLake-v1": (16, 4),
    "FrozenLake8x8-v1": (64, 4), "CliffWalking-v0": (48, 4), "CliffWalking-v1": (48, 4), "Taxi-v2": (500, 6), "Taxi-v3": (500, 6),
    "Reacher-v2": ((11,), (2,)), "Reacher-v4": ((11,), (2,)), "Reacher-v5": ((10,), (2,)), "Pusher-v2": ((23,), (7,)),
    "Pusher-v5": ((23,), (7,)), "Ant-v2": ((111,), (8,)), "Ant-v3": ((111,), (8,)), "Ant-v4": ((27,), (8,)), "Ant-v5": ((105,), (8,)),
    "InvertedDoublePendulum-v2": ((11,), (1,)), "InvertedDoublePendulum-v4": ((11,), (1,)), "InvertedDoublePendulum-v5": ((9,), (1,)),
    "Humanoid-v2": ((376,), (17,)), "Humanoid-v3": ((376,), (17,)), "Humanoid-v4": ((376,), (17,)), "Humanoid-v5": ((348,), (17,)),
}
BODIES = {"InvertedPendulum": (4, 1), "HalfCheetah": (17, 6), "Hopper": (11, 3), "Swimmer": (8, 2), "Walker2d": (17, 6)}


# after how many steps an episode of those is cut off that show a row of numbers: many end before, none goes on for longer
LIMITS = {
    "CartPole-v0": 200, "CartPole-v1": 500, "MountainCar-v0": 200, "MountainCarContinuous-v0": 999, "Pendulum-v0": 200, "Pendulum-v1": 200,
    "Acrobot-v1": 500, "LunarLander-v2": 1000, "LunarLander-v3": 1000, "LunarLanderContinuous-v2": 1000, "LunarLanderContinuous-v3": 1000,
    "Taxi-v2": 200, "Taxi-v3": 200, "FrozenLake-v0": 100, "FrozenLake-v1": 100, "FrozenLake8x8-v1": 200, "Reacher-v2": 50, "Reacher-v4": 50,
    "Reacher-v5": 50,
}


class Space:
    shape, dtype = None, None

    def __init__(self, shape=None, dtype=None, seed=None):
        self.shape, self.dtype = shape, dtype

    def seed(self, seed=None):
        return [seed]

    def contains(self, x):
        return True


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=torch.float32, seed=None):
        if shape is None:
            shape = low.shape if hasattr(low, "shape") else high.shape
        self.shape, self.dtype = tuple(shape), dtype
        self.low = low if hasattr(low, "shape") else ndarray(self.shape, torch.float32)
        self.high = high if hasattr(high, "shape") else ndarray(self.shape, torch.float32)

    def sample(self):
        return ndarray(self.shape, torch.float32).astype(self.dtype)


class Discrete(Space):
    shape, dtype = (), torch.int64

    def __init__(self, n, seed=None, start=0):
        self.n = n

    def sample(self):
        return whole_number("which action is taken")


class MultiDiscrete(Space):
    def __init__(self, nvec, *args, **kwargs):
        self.nvec, self.shape, self.dtype = nvec, (len(nvec),), torch.int64

    def sample(self):
        return ndarray(self.shape, torch.int64)


class MultiBinary(Space):
    def __init__(self, n, seed=None):
        self.n, self.shape, self.dtype = n, (n,), torch.int8

    def sample(self):
        return ndarray(self.shape, torch.int8)


spaces_Space, spaces_Box, spaces_Discrete, spaces_MultiDiscrete, spaces_MultiBinary = Space, Box, Discrete, MultiDiscrete, MultiBinary


class Env:
    """An environment; one of the project's own says its spaces and steps itself."""

    metadata, reward_range, spec, render_mode = {}, (-float("inf"), float("inf")), None, None

    @property
    def unwrapped(self):
        return self

    def close(self):
        pass

    def render(self, *args, **kwargs):
        return unknown("what an environment shows")

    def seed(self, seed=None):
        return [seed]


class Outcome:
    """What a step of gym's gives: four values, five from 0.26 on."""

    def __init__(self, shown, reward, cut=False):
        self.values = (shown, reward, False, cut, {})

    def trainlint_unpacked(self, count):
        return self.values if count != 4 else self.values[:2] + self.values[3:]

    def __iter__(self):
        return iter(self.values)

    def __len__(self):
        return 5

    def __getitem__(self, i):
        return self.values[i]


class Spec:
    """What an environment is registered as."""

    def __init__(self, id):
        self.id = id

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what an environment's " + name + " is")


class Made(Env):
    """An environment of the library's. It goes on as far as it may: when an episode ends before only the run knows."""

    limit, since = None, 0

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what an environment's " + name + " is")

    def shown(self):
        return self.observation_space.sample()

    def reset(self, *args, **kwargs):
        shown, self.since = self.shown(), 0
        if self.newer:
            return shown, {}
        if isinstance(shown, ndarray):
            shown.beside = {}  # from 0.26 on
        return shown

    def step(self, action):
        reward, cut = number("a reward"), False
        if self.limit is not None:
            self.since += 1
            cut = self.since >= self.limit
        return (self.shown(), reward, False, cut, {}) if self.newer else Outcome(self.shown(), reward, cut)


def space(size, dtype):
    if isinstance(size, int):
        return Discrete(size)
    return Box(ndarray(size, torch.float32), ndarray(size, torch.float32), size, dtype)


def described(id):
    if not known(id) or not isinstance(id, str):
        return None
    if id in OTHERS:
        shown, acts = OTHERS[id]
        return shown, torch.uint8 if not isinstance(shown, int) and len(shown) == 3 else torch.float32, acts
    name = id.split("/")[-1]
    if "-v" not in name:
        return None
    name, version = name.split("-v")
    if name in BODIES and version in ("2", "3", "4", "5"):
        shown, acts = BODIES[name]
        return (shown,), torch.float64, (acts,)
    for mark in ("NoFrameskip", "Deterministic"):
        if name.endswith(mark):
            name = name[:-len(mark)]
    if name in GAMES and version in ("0", "4", "5"):
        found = GAMES[name]
        height, acts = found if isinstance(found, tuple) else (210, found)
        return (height, 160, 3), torch.uint8, acts
    return None


class Acts(Space):
    """What may be done in an environment that nobody knows: so many actions, or as many numbers."""

    dtype = torch.float32

    def __init__(self, count):
        self.n, self.shape = count, (count,)
        self.low = self.high = ndarray(self.shape, torch.float32)

    def sample(self):
        return unknown("which action is taken")


# what is said of those that show images: there are too many of them to list
PICTURES = ("ALE/", "NoFrameskip", "Deterministic", "-ram", "ario", "oom", "rocgen", "iniGrid", "inigrid", "MiniWorld", "CarRacing", "rafter",
            "Retro", "VizDoom", "Unity")


def of_own(id, newer):
    """An environment that somebody registers: a row of numbers is shown."""
    if known(id) and (not isinstance(id, str) or len([word for word in PICTURES if word in id]) > 0):
        return unknown("what the environment shows")
    if known(id) and id.split("-v")[0] in GAMES:
        return unknown("what the environment shows")
    env = Made()
    env.name, env.newer, env.spec = id, newer, Spec(id)
    env.observation_space = space((asked_for("observation", "what the environment shows"),), torch.float32)
    env.action_space = Acts(asked_for("actions", "what may be done in the environment"))
    env._max_episode_steps = whole_number("how long an episode may last")
    return env


def make_as(id, newer, kwargs):
    found = described(id)
    if found is None and len(kwargs) == 0:
        return of_own(id, newer)
    if found is None or "obs_type" in kwargs or "full_action_space" in kwargs or kwargs.get("continuous"):
        return unknown("what the environment shows")
    shown, dtype, acts = found
    env = Made()
    env.name, env.newer, env.spec, env.limit = id, newer, Spec(id), kwargs.get("max_episode_steps", LIMITS.get(id))
    if not known(env.limit):
        env.limit = None
    env.observation_space, env.action_space = space(shown, dtype), space(acts, torch.float32)
    env._max_episode_steps = whole_number("how long an episode may last")
    return env


def gym_make(id, *args, **kwargs):
    return make_as(id, False, kwargs)


def make(id, *args, **kwargs):
    return make_as(id, True, kwargs)


class Wrapper(Env):
    def __init__(self, env, *args, **kwargs):
        self.env = env
        for name in ("observation_space", "action_space", "newer"):
            if name not in self.__dict__ and hasattr(env, name):
                setattr(self, name, getattr(env, name))

    def __getattr__(self, name):
        if name.startswith("__") or name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    @property
    def unwrapped(self):
        return self.env.unwrapped

    def reset(self, *args, **kwargs):
        return self.env.reset(*args, **kwargs)

    def step(self, action):
        return self.env.step(action)


def changed(found, i, value):
    """What a step gives, with another value at one place."""
    if isinstance(found, Outcome):
        out = Outcome(found[0], found[1], found[3])
        out.values = found.values[:i] + (value,) + found.values[i + 1:]
        return out
    return tuple(found[:i]) + (value,) + tuple(found[i + 1:])


class ObservationWrapper(Wrapper):
    def reset(self, *args, **kwargs):
        found = self.env.reset(*args, **kwargs)
        if isinstance(found, tuple):
            return self.observation(found[0]), found[1]
        shown = self.observation(found)
        if isinstance(found, ndarray) and isinstance(shown, ndarray):
            shown.beside = found.beside
        return shown

    def step(self, action):
        found = self.env.step(action)
        return changed(found, 0, self.observation(found[0]))


class RewardWrapper(Wrapper):
    def step(self, action):
        found = self.env.step(action)
        return changed(found, 1, self.reward(found[1]))


class ActionWrapper(Wrapper):
    def step(self, action):
        return self.env.step(self.action(action))


wrappers_Monitor = wrappers_RecordEpisodeStatistics = wrappers_RecordVideo = wrappers_TimeLimit = wrappers_ClipAction = Wrapper
wrappers_NormalizeReward = wrappers_TransformReward = wrappers_AutoResetWrapper = wrappers_NormalizeObservation = Wrapper
wrappers_Autoreset = wrappers_OrderEnforcing = wrappers_PassiveEnvChecker = wrappers_RecordVideoV0 = Wrapper

# wrappers of Atari's games that stable-baselines3 has
NoopResetEnv = FireResetEnv = EpisodicLifeEnv = MaxAndSkipEnv = ClipRewardEnv = StickyActionEnv = Wrapper


class wrappers_TransformObservation(ObservationWrapper):
    """What it shows is what a function makes of it; its space is what the wrapper is told, or stays."""

    def __init__(self, env, f=None, observation_space=None, func=None):
        super().__init__(env)
        self.f = f if f is not None else func
        if observation_space is not None:
            self.observation_space = observation_space

    def observation(self, shown):
        return self.f(shown)


class Reshaped(ObservationWrapper):
    def observation(self, shown):
        return self.observation_space.sample()


class wrappers_AtariPreprocessing(Reshaped):
    def __init__(self, env, noop_max=30, frame_skip=4, screen_size=84, terminal_on_life_loss=False, grayscale_obs=True, grayscale_newaxis=False, scale_obs=False):
        super().__init__(env)
        size = (screen_size, screen_size) if isinstance(screen_size, int) else tuple(screen_size)[::-1]
        shape = size + (() if grayscale_obs and not grayscale_newaxis else (1,) if grayscale_obs else (3,))
        self.observation_space = space(shape, torch.float32 if scale_obs else torch.uint8)


class wrappers_GrayScaleObservation(Reshaped):
    def __init__(self, env, keep_dim=False):
        super().__init__(env)
        self.observation_space = space(env.observation_space.shape[:2] + ((1,) if keep_dim else ()), torch.uint8)


wrappers_GrayscaleObservation = wrappers_GrayScaleObservation


class wrappers_ResizeObservation(Reshaped):
    def __init__(self, env, shape):
        super().__init__(env)
        shape = (shape, shape) if isinstance(shape, int) else tuple(shape)
        self.observation_space = space(shape + env.observation_space.shape[2:], torch.uint8)


class wrappers_FrameStack(Reshaped):
    def __init__(self, env, num_stack=None, stack_size=None, *args, **kwargs):
        super().__init__(env)
        count = num_stack if num_stack is not None else stack_size
        self.observation_space = space((count,) + env.observation_space.shape, env.observation_space.dtype)


wrappers_FrameStackObservation = wrappers_FrameStack


class wrappers_FlattenObservation(Reshaped):
    def __init__(self, env):
        super().__init__(env)
        total = 1
        for n in env.observation_space.shape:
            total = total * n
        self.observation_space = space((total,), env.observation_space.dtype)


class WarpFrame(Reshaped):
    def __init__(self, env, width=84, height=84):
        super().__init__(env)
        self.observation_space = space((height, width, 1), torch.uint8)


class AtariWrapper(WarpFrame):
    def __init__(self, env, noop_max=30, frame_skip=4, screen_size=84, terminal_on_life_loss=True, clip_reward=True, action_repeat_probability=0.0):
        super().__init__(env, screen_size, screen_size)


class VectorEnv(Made):
    """Several environments side by side, each as the first one is."""

    def __init__(self, one, count):
        self.num_envs, self.newer, self.spec, self.is_vector_env = count, one.newer, one.spec, True
        self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
        self.observation_space, self.action_space = side_by_side(one.observation_space, count), side_by_side(one.action_space, count)

    def step(self, actions):
        shown, rewards = self.shown(), ndarray((self.num_envs,), torch.float64)
        ended = ndarray((self.num_envs,), torch.bool)
        if self.newer:
            return shown, rewards, ended, ended, {}
        out = Outcome(shown, rewards)
        out.values = (shown, rewards, ended, ended, {})
        return out


def side_by_side(one, count):
    if isinstance(one, Acts):
        return Acts(one.n)
    if isinstance(one, Discrete):
        return MultiDiscrete([one.n] * count)
    return Box(one.low, one.high, (count,) + tuple(one.shape), one.dtype)


def beside(envs):
    if len(envs) == 0:
        raise ValueError("no environments")
    one = envs[0]()
    return VectorEnv(one, len(envs)) if known(one) else one


def SyncVectorEnv(env_fns, *args, **kwargs):
    return beside(env_fns)


AsyncVectorEnv = vector_SyncVectorEnv = vector_AsyncVectorEnv = SyncVectorEnv


def several(one, count):
    return VectorEnv(one, count) if known(one) else one


def make_vec(id, num_envs=1, vectorization_mode=None, vector_kwargs=None, wrappers=None, **kwargs):
    if wrappers is not None:
        return unknown("what the environment shows")
    return several(make_as(id, True, kwargs), num_envs)


def vector_make(id, num_envs=1, asynchronous=True, wrappers=None, **kwargs):
    if wrappers is not None:
        return unknown("what the environment shows")
    return several(make_as(id, False, kwargs), num_envs)
