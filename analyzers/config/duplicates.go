package config

func (d *Document) collectDuplicates() {
	for _, root := range d.Roots {
		root.collectDuplicates(d)
	}
}

func (n *Node) collectDuplicates(d *Document) {
	for _, item := range n.Items {
		item.collectDuplicates(d)
	}
	n.markShadowed(d)
	for _, e := range n.Entries {
		e.Value.collectDuplicates(d)
	}
}

func (n *Node) markShadowed(d *Document) {
	if len(n.Entries) < 2 {
		return
	}
	places := make(map[string]int, len(n.Entries)) // index of the latest place
	var repeated map[string][]*Entry
	var order []string
	for i, e := range n.Entries {
		if e.Merge { // PyYAML merges every << of a mapping
			continue
		}
		if before, again := places[e.Key]; again {
			n.Entries[before].Shadowed = true
			if repeated == nil {
				repeated = map[string][]*Entry{}
			}
			if repeated[e.Key] == nil {
				repeated[e.Key] = []*Entry{n.Entries[before]}
				order = append(order, e.Key)
			}
			repeated[e.Key] = append(repeated[e.Key], e)
		}
		places[e.Key] = i
	}
	for _, key := range order {
		d.Duplicates = append(d.Duplicates, Duplicate{Path: joinKey(n.Path(), key), Entries: repeated[key]})
	}
}
