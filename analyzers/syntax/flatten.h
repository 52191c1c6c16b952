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

// cgo links the objects of this package alone once, without the binding's. Weak references may stay open there; in the
// program they are the binding's functions. (macOS and Windows: flatten_c.go, flatten_windows.go.)
#ifdef __linux__
#define FROM_BINDING __attribute__((weak))
#else
#define FROM_BINDING
#endif

FROM_BINDING uint16_t ts_node_symbol(TSNode self);
FROM_BINDING uint32_t ts_node_start_byte(TSNode self);
FROM_BINDING uint32_t ts_node_end_byte(TSNode self);
FROM_BINDING bool ts_node_is_missing(TSNode self);
FROM_BINDING bool ts_node_has_error(TSNode self);
FROM_BINDING TSTreeCursor ts_tree_cursor_new(TSNode node);
FROM_BINDING void ts_tree_cursor_delete(TSTreeCursor *self);
FROM_BINDING TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
FROM_BINDING uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
FROM_BINDING bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
FROM_BINDING bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
FROM_BINDING bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);

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
