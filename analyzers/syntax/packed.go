package syntax

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

// Memory keeps what texts were parsed into, packed to about the size of the text itself, a tenth of what a tree-sitter
// parse costs to unpack. A project's files are read by whoever imports them, long after their trees were let go of. It
// is for many goroutines; a nil Memory keeps nothing.
type Memory struct {
	// Max bounds the packed trees, in bytes. What comes first stays: files are read again by the same readers in the same
	// order, and making room for each new one would let all go before their turn.
	Max int

	mu     sync.Mutex
	packed map[textKey][]byte
	size   int
}

// textKey tells texts apart: two with one key would have to share 64 bits of hash and their length.
type textKey struct {
	hash   uint64
	length int
}

var textSeed = maphash.MakeSeed()

func keyOf(text []byte) textKey { return textKey{maphash.Bytes(textSeed, text), len(text)} }

// Parse is g.Parse for a text that may have been parsed before.
func (m *Memory) Parse(g *Grammar, text []byte, into []Node) ([]Node, error) {
	if m == nil {
		return g.Parse(text, into)
	}
	key := keyOf(text)
	m.mu.Lock()
	packed := m.packed[key]
	m.mu.Unlock()
	if packed != nil {
		return unpack(packed, into), nil
	}
	nodes, err := g.Parse(text, into)
	if err == nil {
		m.keep(key, nodes)
	}
	return nodes, err
}

func (m *Memory) keep(key textKey, nodes []Node) {
	packed := pack(nodes)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.size+len(packed) > m.Max || m.packed[key] != nil {
		return
	}
	if m.packed == nil {
		m.packed = map[textKey][]byte{}
	}
	m.packed[key] = packed
	m.size += len(packed)
}

// pack writes nodes as differences from the one before: most take six bytes of the sixteen.
func pack(nodes []Node) []byte {
	list := binary.AppendUvarint(make([]byte, 0, 8+6*len(nodes)), uint64(len(nodes)))
	start := uint32(0)
	for i, n := range nodes {
		field := uint64(n.Field) << 1
		if n.Missing {
			field |= 1
		}
		list = binary.AppendUvarint(list, uint64(n.Symbol))
		list = binary.AppendUvarint(list, field)
		list = binary.AppendVarint(list, int64(n.Start)-int64(start))
		list = binary.AppendVarint(list, int64(n.End)-int64(n.Start))
		list = binary.AppendUvarint(list, uint64(n.Next)-uint64(i))
		start = n.Start
	}
	return append(make([]byte, 0, len(list)), list...)
}

// unpack is the inverse of pack; into is reused when it is large enough.
func unpack(list []byte, into []Node) []Node {
	next := func() uint64 {
		v, n := uint64(list[0]), 1
		if v >= 0x80 {
			v, n = binary.Uvarint(list)
		}
		list = list[n:]
		return v
	}
	signed := func() int64 {
		v := next()
		return int64(v>>1) ^ -int64(v&1)
	}
	count := int(next())
	if cap(into) < count {
		into = make([]Node, count)
	}
	into = into[:count]
	start := int64(0)
	for i := range into {
		n := &into[i]
		n.Symbol = uint16(next())
		field := next()
		n.Field, n.Missing = uint8(field>>1), field&1 == 1
		start += signed()
		n.Start = uint32(start)
		n.End = uint32(start + signed())
		n.Next = uint32(uint64(i) + next())
	}
	return into
}
