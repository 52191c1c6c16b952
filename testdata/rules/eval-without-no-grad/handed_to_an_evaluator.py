import pytorch_pfn_extras as ppe
import pytorch_pfn_extras.training.extensions as extensions


# The library calls it under torch.no_grad().
def eval_batch(model, device, x, y, cost, scores):
    model.eval()
    x, y = x.to(device), y.to(device)
    out = model(x)
    ppe.reporting.report({"val/loss": cost(out, y).item()})
    for name, score in scores.items():
        ppe.reporting.report({name: score(out, y).item()})


# Nobody is handed this one.
def eval_alone(model, device, x, y, cost):
    model.eval()
    x, y = x.to(device), y.to(device)
    out = model(x)  # want "runs with gradients on"
    ppe.reporting.report({"loss": cost(out, y).item()})


def extend(manager, model, device, loader, cost, scores):
    manager.extend(
        extensions.Evaluator(
            loader, model, eval_func=lambda x, y: eval_batch(model, device, x, y, cost, scores), progress_bar=True
        )
    )
