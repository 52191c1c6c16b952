"""What a program asks of pydantic's models once they are made."""
from trainlint import known, unknown


class BaseModel:
    def __init__(self, **data):
        for name, value in data.items():
            if isinstance(value, (dict, list)):  # what its type makes of it
                value = unknown("what pydantic makes of a field")
            setattr(self, name, value)

    def dict(self, *args, **kwargs):
        return unknown("the fields of a model of pydantic's")

    model_dump = json = model_dump_json = dict


BaseSettings = BaseModel


def Field(default=..., default_factory=None, **kwargs):
    if default_factory is not None:
        return default_factory()
    if default is ...:
        return unknown("a field that has no default")
    return default
