#ifndef TRAINLINT_FLATTEN_H
#define TRAINLINT_FLATTEN_H

#include <stdbool.h>
#include <stdint.h>

// The part of tree-sitter's public interface that flattening needs. The
// functions are linked into the binary by the Go binding; its header is not on
// our include path, so the declarations are repeated here (tree-sitter 0.22,
// api.h). layout_test.go fails when they stop matching.
typedef struct TSTree TSTree;
typedef struct {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;
typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

uint16_t ts_node_symbol(TSNode self);
uint32_t ts_node_start_byte(TSNode self);
uint32_t ts_node_end_byte(TSNode self);
bool ts_node_is_missing(TSNode self);
bool ts_node_has_error(TSNode self);
TSTreeCursor ts_tree_cursor_new(TSNode node);
void ts_tree_cursor_delete(TSTreeCursor *self);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);

// flat_node is one node of a tree in preorder. Go reads it as syntax.Node.
typedef struct {
  uint16_t symbol;
  uint8_t field;
  uint8_t missing;
  uint32_t start, end;
  uint32_t next; // index of the first node after this one's subtree
} flat_node;

// FLAT_FIELD keeps a node, as a leaf, only where it fills a field.
enum { FLAT_DROP = 0, FLAT_KEEP = 1, FLAT_LEAF = 2, FLAT_FIELD = 3 };

// flat_copy writes the kept nodes of the tree under root to out, as many as fit
// in capacity, and returns how many there are. keep has one entry a symbol.
uint32_t flat_copy(const TSNode *root, const uint8_t *keep, uint32_t symbols,
                   flat_node *out, uint32_t capacity);

#endif
