package training

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
)

// optimizerName is how the code calls an optimizer, or what to say instead.
func optimizerName(e *train.Event) string {
	if name := e.Name(); name != "" {
		return name
	}
	return "the optimizer"
}

// scalerExpression is the scaler of an event as its statement writes it; nil when it has none.
func scalerExpression(e *train.Event) python.Expr {
	node := e.Node()
	if node == nil {
		return nil
	}
	if e.Kind != train.Backward {
		return node.Receiver()
	}
	if scale := e.ScaleCall(); scale != nil && scale.Node != nil {
		return scale.Node.Receiver()
	}
	return nil
}

// lossExpression is what a backward call differentiates, as its statement writes it; nil when it does not show it.
func lossExpression(e *train.Event) python.Expr {
	node := e.Node()
	if node == nil {
		return nil
	}
	if len(node.Args) > 0 && node.Args[0].Star == 0 && node.Args[0].Name == "" && e.By != knowledge.NoRole {
		return node.Args[0].Value
	}
	receiver := node.Receiver()
	if scale, ok := receiver.(*python.Call); ok && e.Scaled {
		if len(scale.Args) != 1 {
			return nil
		}
		return scale.Args[0].Value
	}
	if e.Scaled || node.MethodName() != "backward" {
		return nil
	}
	return receiver
}

// scalerName is how the code calls the scaler of an event, or what to say instead.
func scalerName(e *train.Event) string {
	if name := python.PathText(scalerExpression(e)); name != "" {
		return name
	}
	return "the scaler"
}

// schedulerName is how the code calls a scheduler, or what to say instead.
func schedulerName(e *train.Event) string {
	if name := e.Name(); name != "" {
		return name
	}
	return "the scheduler"
}
