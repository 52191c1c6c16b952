def save(acc, model, where):
    acc.wait_for_everyone()
    state = acc.get_state_dict(model)  # want "get_state_dict raises ValueError under ZeRO-3"
    acc.unwrap_model(model).save_pretrained(where, is_main_process=acc.is_main_process, state_dict=state)


def never_called(acc, model):
    return acc.get_state_dict(model)
