#include "launch/host/clang.h"

#include <string.h>

#include "launch/host/text.h"

/* The tree under construction. Cursors are numbered by what they declare. */
struct symbol {
    struct symbol *next;
    CXCursor cursor;
    uint32_t number;
};

enum { SYMBOL_BUCKETS = 4096, MOST_NODES = 2 * 1000 * 1000 };

struct builder {
    struct clang_unit *unit;
    VEC(struct host_node) nodes;
    VEC(uint32_t) last; /* per node: its last child */
    struct symbol **numbers;
    VEC(struct host_symbol) symbols;
    uint32_t parent, function; /* of the nodes being added */
    bool dependent;            /* in a template: sizes are not known */
};

/* An instance of a template is the template: its body is there. */
static uint32_t symbol_of(struct builder *b, CXCursor declared) {
    if (libclang()->Cursor_isNull(declared) ||
        libclang()->isInvalid(libclang()->getCursorKind(declared)))
        return NO_SYMBOL;
    CXCursor pattern = libclang()->getSpecializedCursorTemplate(declared);
    CXCursor c =
        libclang()->getCanonicalCursor(libclang()->Cursor_isNull(pattern) ? declared : pattern);
    struct symbol **list = &b->numbers[libclang()->hashCursor(c) % SYMBOL_BUCKETS];
    for (struct symbol *s = *list; s; s = s->next)
        if (libclang()->equalCursors(s->cursor, c))
            return s->number;
    struct symbol *s = NEW(b->unit->arena, struct symbol);
    *s = (struct symbol){*list, c, (uint32_t)b->symbols.n};
    *list = s;
    vec_push(b->unit->arena, &b->symbols, clang_unit_symbol(b->unit, c));
    return s->number;
}

static uint32_t add_node(struct builder *b, CXCursor c, enum host_node_kind kind) {
    struct host_node n = {.kind = kind,
                          .parent = b->parent,
                          .next = NO_NODE,
                          .child = NO_NODE,
                          .function = b->function,
                          .symbol = NO_SYMBOL};
    CXFile f = NULL;
    unsigned line = 0;
    libclang()->getFileLocation(libclang()->getCursorLocation(c), &f, &line, NULL, NULL);
    n.line = line;
    n.file = f ? clang_unit_file(b->unit, f) : 0;
    uint32_t number = (uint32_t)b->nodes.n;
    vec_push(b->unit->arena, &b->nodes, n);
    vec_push(b->unit->arena, &b->last, NO_NODE);
    if (b->parent == NO_NODE)
        return number;
    uint32_t last = b->last.at[b->parent];
    if (last == NO_NODE)
        b->nodes.at[b->parent].child = number;
    else
        b->nodes.at[last].next = number;
    b->last.at[b->parent] = number;
    return number;
}

/* Sizes are only asked for of arithmetic types: of types that never got complete libclang may
 * crash. */
static void set_type(struct host_node *n, CXType type) {
    CXType t = libclang()->getCanonicalType(type);
    bool is_signed = t.kind >= CXType_Char_S && t.kind <= CXType_Int128;
    bool is_unsigned = t.kind >= CXType_Bool && t.kind <= CXType_UInt128;
    bool is_float = t.kind >= CXType_Float && t.kind <= CXType_LongDouble;
    if (is_signed || is_unsigned || is_float)
        n->bytes = (uint8_t)libclang()->Type_getSizeOf(t);
    n->type = is_signed                          ? HOST_INT
              : is_unsigned                      ? HOST_UINT
              : is_float                         ? HOST_FLOAT
              : t.kind == CXType_Pointer         ? HOST_POINTER
              : t.kind == CXType_IncompleteArray ? HOST_POINTER
                                                 : HOST_OTHER;
}

/* libclang spells all pieces of a string as one literal. */
static bool set_string(struct builder *b, struct host_node *n, CXCursor c) {
    const char *spelling = clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(c));
    struct host_text text = {.arena = b->unit->arena};
    if (!host_text_literal(&text, spelling, strlen(spelling), (struct host_origin){0}))
        return false;
    n->kind = NODE_STRING;
    n->name = text.text ? text.text : "";
    return true;
}

static bool set_literal(struct builder *b, struct host_node *n, CXCursor c) {
    if (libclang()->getCursorKind(c) == CXCursor_StringLiteral)
        return set_string(b, n, c);
    CXEvalResult r = libclang()->Cursor_Evaluate(c);
    CXEvalResultKind kind = r ? libclang()->EvalResult_getKind(r) : CXEval_UnExposed;
    if (kind == CXEval_Int) {
        n->kind = NODE_INT;
        n->integer = libclang()->EvalResult_isUnsignedInt(r)
                         ? (int64_t)libclang()->EvalResult_getAsUnsigned(r)
                         : libclang()->EvalResult_getAsLongLong(r);
    } else if (kind == CXEval_Float) {
        n->kind = NODE_FLOAT;
        n->real = libclang()->EvalResult_getAsDouble(r);
    }
    if (r)
        libclang()->EvalResult_dispose(r);
    return n->kind != NODE_OTHER;
}

/* Of a function the one with its body; of a variable each declaration that reserves memory. */
static bool is_definition(CXCursor c) {
    if (libclang()->getCursorKind(c) != CXCursor_VarDecl)
        return libclang()->isCursorDefinition(c);
    return !libclang()->Cursor_isNull(libclang()->Cursor_getVarDeclInitializer(c)) ||
           libclang()->isCursorDefinition(c) || libclang()->Cursor_getStorageClass(c) == CX_SC_None;
}

static void set_declaration(struct builder *b, struct host_node *n, CXCursor c) {
    struct arena *a = b->unit->arena;
    CXType type = libclang()->getCursorType(c);
    n->symbol = symbol_of(b, c);
    n->name = clang_unit_text(a, libclang()->getCursorSpelling(c));
    n->type_name = clang_unit_text(a, libclang()->getTypeSpelling(type));
    n->shared = libclang()->getCursorKind(c) == CXCursor_FieldDecl ||
                libclang()->Cursor_getStorageClass(c) == CX_SC_Static || b->function == NO_NODE;
    set_type(n, type);
    if (is_definition(c) && n->symbol != NO_SYMBOL)
        b->symbols.at[n->symbol].definition = (uint32_t)(n - b->nodes.at);
}

static enum CXChildVisitResult look_for_kernel(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    *(bool *)data |= libclang()->getCursorKind(c) == CXCursor_CUDAGlobalAttr;
    return *(bool *)data ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The symbol of a kernel; of functions that a template has yet to choose from their name, NULL of
 * all else. */
static const char *kernel_referred(struct builder *b, CXCursor to) {
    bool kernel = false;
    if (libclang()->getCursorKind(to) == CXCursor_OverloadedDeclRef)
        return clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(to));
    if (libclang()->getCursorKind(to) == CXCursor_FunctionDecl && libclang()->Cursor_hasAttrs(to))
        libclang()->visitChildren(to, look_for_kernel, &kernel);
    return kernel ? clang_unit_text(b->unit->arena, libclang()->Cursor_getMangling(to)) : NULL;
}

static void set_reference(struct builder *b, struct host_node *n, CXCursor c) {
    CXCursor to = libclang()->getCursorReferenced(c);
    n->kernel = kernel_referred(b, to);
    n->symbol = symbol_of(b, to);
    n->name = clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(c));
    if (!*n->name && n->kernel)
        n->name = n->kernel;
    if (n->type == HOST_OTHER)
        n->type_name = clang_unit_text(b->unit->arena,
                                       libclang()->getTypeSpelling(libclang()->getCursorType(c)));
    if (libclang()->getCursorKind(to) != CXCursor_EnumConstantDecl)
        return;
    n->kind = NODE_INT;
    n->integer = libclang()->getEnumConstantDeclValue(to);
}

/* What a cursor is in the tree; the children follow. */
static enum host_node_kind kind_of_cursor(enum CXCursorKind k) {
    switch (k) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_LambdaExpr:
        return NODE_FUNCTION;
    case CXCursor_ParmDecl:
        return NODE_PARAM;
    case CXCursor_VarDecl:
    case CXCursor_FieldDecl:
        return NODE_VAR;
    case CXCursor_DeclRefExpr:
        return NODE_REF;
    case CXCursor_MemberRefExpr:
        return NODE_MEMBER;
    case CXCursor_ArraySubscriptExpr:
        return NODE_SUBSCRIPT;
    case CXCursor_UnaryOperator:
        return NODE_UNARY;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return NODE_BINARY;
    case CXCursor_ConditionalOperator:
        return NODE_CONDITIONAL;
    case CXCursor_InitListExpr:
        return NODE_INIT_LIST;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return NODE_CAST;
    case CXCursor_CompoundStmt:
        return NODE_COMPOUND;
    case CXCursor_IfStmt:
        return NODE_IF;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt:
        return NODE_LOOP;
    case CXCursor_SwitchStmt:
        return NODE_SWITCH;
    case CXCursor_ReturnStmt:
        return NODE_RETURN;
    default:
        return NODE_OTHER;
    }
}

static bool is_null_pointer(enum CXCursorKind k) {
    return k == CXCursor_GNUNullExpr || k == CXCursor_CXXNullPtrLiteralExpr;
}

static bool is_literal(enum CXCursorKind k) {
    return k == CXCursor_IntegerLiteral || k == CXCursor_FloatingLiteral ||
           k == CXCursor_StringLiteral || k == CXCursor_CharacterLiteral ||
           k == CXCursor_CXXBoolLiteralExpr;
}

/* sizeof and its like, where the type is a complete one. */
static bool is_known_size(struct builder *b, CXCursor c) {
    return libclang()->getCursorKind(c) == CXCursor_UnaryExpr && !b->dependent;
}

static void add_tree(struct builder *b, CXCursor c);

static enum CXChildVisitResult visit_child(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    add_tree(data, c);
    return CXChildVisit_Continue;
}

struct callee_search {
    CXCursor call, found;
};

/* The child of a call that is none of its arguments. */
static enum CXChildVisitResult find_callee(CXCursor c, CXCursor parent, CXClientData data) {
    struct callee_search *s = data;
    (void)parent;
    for (int i = 0; i < libclang()->Cursor_getNumArguments(s->call); i++)
        if (libclang()->equalCursors(c, libclang()->Cursor_getArgument(s->call, (unsigned)i)))
            return CXChildVisit_Continue;
    if (libclang()->isReference(libclang()->getCursorKind(c)))
        return CXChildVisit_Continue;
    s->found = c;
    return CXChildVisit_Break;
}

/* The call between <<< and >>> of a kernel's. */
static enum CXChildVisitResult find_configuration(CXCursor c, CXCursor parent, CXClientData data) {
    struct callee_search *s = data;
    (void)parent;
    if (libclang()->getCursorKind(c) != CXCursor_CallExpr)
        return CXChildVisit_Continue;
    CXString name = libclang()->getCursorSpelling(c);
    bool found = host_is_configuration(libclang()->getCString(name));
    libclang()->disposeString(name);
    s->found = found ? c : s->found;
    return found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* The first name below, of functions that a template has yet to choose from. */
static enum CXChildVisitResult find_overloaded(CXCursor c, CXCursor parent, CXClientData data) {
    struct callee_search *s = data;
    (void)parent;
    if (libclang()->getCursorKind(c) != CXCursor_OverloadedDeclRef)
        return CXChildVisit_Recurse;
    s->found = c;
    return CXChildVisit_Break;
}

/* The function that is named below, as in parentheses. */
static enum CXChildVisitResult find_function(CXCursor c, CXCursor parent, CXClientData data) {
    struct callee_search *s = data;
    (void)parent;
    CXCursor to = libclang()->getCursorReferenced(c);
    if (libclang()->getCursorKind(c) == CXCursor_CallExpr)
        return CXChildVisit_Continue;
    if (libclang()->getCursorKind(c) != CXCursor_DeclRefExpr ||
        libclang()->getCursorKind(to) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    s->found = to;
    return CXChildVisit_Break;
}

/* The name of functions that a template has yet to choose from, or "". */
static const char *overloaded_name(struct builder *b, CXCursor c) {
    struct callee_search s = {c, libclang()->getNullCursor()};
    if (libclang()->getCursorKind(libclang()->getCursorReferenced(c)) == CXCursor_OverloadedDeclRef)
        s.found = libclang()->getCursorReferenced(c);
    else
        libclang()->visitChildren(c, find_overloaded, &s);
    return clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(s.found));
}

/* The kernel that a template launches is not resolved: its name stands for all instances. */
static const char *kernel_name(struct builder *b, CXCursor c, CXCursor to) {
    struct callee_search s = {c, libclang()->getNullCursor()};
    if (libclang()->Cursor_isNull(to)) {
        libclang()->visitChildren(c, find_function, &s);
        to = s.found;
        s.found = libclang()->getNullCursor();
    }
    const char *mangled = clang_unit_text(b->unit->arena, libclang()->Cursor_getMangling(to));
    if (*mangled)
        return mangled;
    return overloaded_name(b, c);
}

/* A kernel's call has its configuration for the first child, and the symbol for its name. */
static bool add_kernel_call(struct builder *b, uint32_t number, CXCursor c, CXCursor to) {
    struct callee_search s = {c, libclang()->getNullCursor()};
    libclang()->visitChildren(c, find_configuration, &s);
    if (libclang()->Cursor_isNull(s.found))
        return false;
    add_tree(b, s.found);
    struct host_node *n = &b->nodes.at[number];
    const char *kernel = kernel_name(b, c, to);
    n->type_name = n->name && *n->name ? n->name : kernel;
    n->name = *kernel ? kernel : n->name;
    return true;
}

/* Name and symbol of what is called. Where it is not resolved, those of what is named. */
static void add_call(struct builder *b, uint32_t number, CXCursor c) {
    struct callee_search s = {c, libclang()->getNullCursor()};
    CXCursor to = libclang()->getCursorReferenced(c);
    struct host_node *n = &b->nodes.at[number];
    n->kind = libclang()->getCursorKind(to) == CXCursor_Constructor ? NODE_CONSTRUCT : NODE_CALL;
    n->name = clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(c));
    n->symbol = symbol_of(b, to);
    set_type(n, libclang()->getCursorType(c));
    if (n->kind == NODE_CALL && !add_kernel_call(b, number, c, to)) {
        libclang()->visitChildren(c, find_callee, &s);
        if (libclang()->Cursor_isNull(s.found))
            add_node(b, c, NODE_OTHER);
        else
            add_tree(b, s.found);
        n = &b->nodes.at[number];
        if (!*n->name)
            n->name = clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(s.found));
        if (!*n->name)
            n->name = overloaded_name(b, s.found);
    }
    for (int i = 0; i < libclang()->Cursor_getNumArguments(c); i++)
        add_tree(b, libclang()->Cursor_getArgument(c, (unsigned)i));
}

/* Not what else a declaration has for children, such as the size of an array. */
static void add_initializer(struct builder *b, CXCursor c) {
    CXCursor value = libclang()->Cursor_getVarDeclInitializer(c);
    if (!libclang()->Cursor_isNull(value))
        add_tree(b, value);
}

static void set_node(struct builder *b, struct host_node *n, CXCursor c) {
    switch (n->kind) {
    case NODE_FUNCTION:
        n->symbol = symbol_of(b, c);
        n->name = clang_unit_text(b->unit->arena, libclang()->getCursorSpelling(c));
        if (is_definition(c) && n->symbol != NO_SYMBOL)
            b->symbols.at[n->symbol].definition = (uint32_t)(n - b->nodes.at);
        break;
    case NODE_PARAM:
    case NODE_VAR:
        set_declaration(b, n, c);
        break;
    case NODE_REF:
    case NODE_MEMBER:
        set_type(n, libclang()->getCursorType(c));
        set_reference(b, n, c);
        break;
    case NODE_UNARY:
        set_type(n, libclang()->getCursorType(c));
        clang_set_unary(n, c);
        break;
    case NODE_BINARY:
        set_type(n, libclang()->getCursorType(c));
        clang_set_binary(n, c);
        break;
    case NODE_CAST:
    case NODE_CONDITIONAL:
    case NODE_SUBSCRIPT:
        set_type(n, libclang()->getCursorType(c));
        break;
    default:
        break;
    }
}

/* Declarations of system headers and of host_api are only ever referred to. */
static bool is_foreign(CXCursor c) {
    CXFile f = NULL;
    CXSourceLocation l = libclang()->getCursorLocation(c);
    libclang()->getFileLocation(l, &f, NULL, NULL, NULL);
    return !f || libclang()->Location_isInSystemHeader(l);
}

static void add_tree(struct builder *b, CXCursor c) {
    enum CXCursorKind k = libclang()->getCursorKind(c);
    if (libclang()->isPreprocessing(k) || libclang()->isReference(k) || b->nodes.n > MOST_NODES)
        return;
    if (b->parent == NO_NODE && is_foreign(c))
        return;
    const uint32_t parent = b->parent, function = b->function;
    const bool dependent = b->dependent;
    uint32_t number = add_node(b, c, kind_of_cursor(k));
    struct host_node *n = &b->nodes.at[number];
    set_node(b, n, c);
    if (is_null_pointer(k)) {
        n->kind = NODE_INT;
        return;
    }
    if ((is_literal(k) || is_known_size(b, c)) && set_literal(b, n, c))
        return;
    b->parent = number;
    b->function = n->kind == NODE_FUNCTION ? number : function;
    b->dependent = dependent || k == CXCursor_FunctionTemplate || k == CXCursor_ClassTemplate;
    if (k == CXCursor_CallExpr)
        add_call(b, number, c);
    else if (k == CXCursor_VarDecl)
        add_initializer(b, c);
    else if (k != CXCursor_ParmDecl)
        libclang()->visitChildren(c, visit_child, b);
    b->parent = parent;
    b->function = function;
    b->dependent = dependent;
}

struct host_tree clang_unit_tree(struct clang_unit *u) {
    struct builder b = {.unit = u,
                        .numbers = NEW_ARRAY(u->arena, struct symbol *, SYMBOL_BUCKETS),
                        .parent = NO_NODE,
                        .function = NO_NODE};
    libclang()->visitChildren(libclang()->getTranslationUnitCursor(u->unit), visit_child, &b);
    return (struct host_tree){.nodes = b.nodes.at,
                              .n = (uint32_t)b.nodes.n,
                              .n_symbols = (uint32_t)b.symbols.n,
                              .symbols = b.symbols.at,
                              .n_own = (uint32_t)b.nodes.n};
}
