import torch


def halves(train_step, batch):
    try:
        return train_step(batch)
    except torch.cuda.OutOfMemoryError:
        torch.cuda.empty_cache()
        return train_step(batch[: len(batch) // 2])  # want "train_step is tried again inside of except: until the handler ends"


class Runner:
    def fit(self, batch):
        try:
            out = self.model(batch)
        except RuntimeError as e:
            if "out of memory" not in str(e):
                raise
            for part in batch.chunk(2):
                out = self.model(part)  # want "self.model is tried again"
        return out


def generate(model, prompts):
    try:
        return model.generate(prompts)
    except (torch.OutOfMemoryError, ValueError):
        return None


def generate_less(model, prompts):
    try:
        return model.generate(prompts)
    except torch.OutOfMemoryError:
        return [model.generate(p) for p in prompts]  # want "model.generate is tried again"


class Splits:
    def _run_items(self, items):
        try:
            self.part(items)
        except torch.cuda.OutOfMemoryError:
            if len(items) < 2:
                raise
            self._run_items(items[: len(items) // 2])  # want "self._run_items is tried again"
            self._run_items(items[len(items) // 2 :])


def sample(pipe, prompts):
    try:
        with torch.inference_mode():
            return pipe(prompts)
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        images = []
        for prompt in prompts:
            with torch.inference_mode():
                images.extend(pipe([prompt]))  # want "pipe is tried again inside of except"
        return images


# Called again is what holds the try, whatever it is called.
class Runner:
    def safely(self, x):
        try:
            return self.train_batch(x)
        except RuntimeError as e:
            if "out of memory" not in str(e):
                raise
            self.size //= 2
            return self.safely(x)  # want "safely"
