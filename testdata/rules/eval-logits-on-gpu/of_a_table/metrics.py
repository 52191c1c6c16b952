def perplexity(pred):
    logits, labels = pred
    return {"ppl": float(((logits[:, :-1].argmax(-1) - labels[:, 1:]) ** 2).mean())}


def first(logits, labels):
    return logits.argmax(-1)


METRICS = {
    "lm": dict(compute_metrics=perplexity),
    "small": dict(compute_metrics=perplexity, preprocess_logits_for_metrics=first),
}
