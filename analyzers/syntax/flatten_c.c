//go:build !windows

#include "flatten.h"

// The symbol tree-sitter gives to the text it could not parse.
enum { ERROR_SYMBOL = UINT16_MAX };

uint32_t flat_copy(const TSNode *root, const uint8_t *keep, uint32_t symbols,
                   flat_node *out, uint32_t capacity) {
  TSTreeCursor cursor = ts_tree_cursor_new(*root);
  const bool broken = ts_node_has_error(*root);
  uint32_t count = 0;
  uint32_t open = 0; // the node whose children are being read
  flat_node spill;   // written instead of out once that is full

  for (;;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const uint16_t symbol = ts_node_symbol(node);
    const bool missing = broken && ts_node_is_missing(node);
    uint8_t how = symbol < symbols ? keep[symbol]
                  : symbol == ERROR_SYMBOL ? FLAT_KEEP : FLAT_DROP;
    if (missing) how = FLAT_LEAF;
    const uint8_t field = how == FLAT_DROP ? 0 : (uint8_t)ts_tree_cursor_current_field_id(&cursor);
    if (how == FLAT_FIELD && field == 0) how = FLAT_DROP;

    if (how != FLAT_DROP) {
      flat_node *n = count < capacity ? &out[count] : &spill;
      n->symbol = symbol;
      n->field = field;
      n->missing = missing;
      n->start = ts_node_start_byte(node);
      n->end = ts_node_end_byte(node);
      // While a node is open, next holds the index of its parent.
      n->next = open;
      const uint32_t index = count++;
      if (how == FLAT_KEEP && ts_tree_cursor_goto_first_child(&cursor)) {
        open = index;
        continue;
      }
      n->next = count;
    }

    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        ts_tree_cursor_delete(&cursor);
        return count;
      }
      if (open < capacity) {
        const uint32_t parent = out[open].next;
        out[open].next = count;
        open = parent;
      }
    }
  }
}
