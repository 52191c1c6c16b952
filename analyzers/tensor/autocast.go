package tensor

// cast is what autocast does to an operation's arguments before it runs.
func (t *Tape) cast(string, *call) {}
