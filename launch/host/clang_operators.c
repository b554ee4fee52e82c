#include "launch/host/clang.h"

static const uint8_t binary_operators[] = {
    [CXBinaryOperator_Mul] = HOST_MUL,       [CXBinaryOperator_Div] = HOST_DIV,
    [CXBinaryOperator_Rem] = HOST_REM,       [CXBinaryOperator_Add] = HOST_ADD,
    [CXBinaryOperator_Sub] = HOST_SUB,       [CXBinaryOperator_Shl] = HOST_SHL,
    [CXBinaryOperator_Shr] = HOST_SHR,       [CXBinaryOperator_LT] = HOST_LT,
    [CXBinaryOperator_GT] = HOST_GT,         [CXBinaryOperator_LE] = HOST_LE,
    [CXBinaryOperator_GE] = HOST_GE,         [CXBinaryOperator_EQ] = HOST_EQ,
    [CXBinaryOperator_NE] = HOST_NE,         [CXBinaryOperator_And] = HOST_BIT_AND,
    [CXBinaryOperator_Xor] = HOST_BIT_XOR,   [CXBinaryOperator_Or] = HOST_BIT_OR,
    [CXBinaryOperator_LAnd] = HOST_AND,      [CXBinaryOperator_LOr] = HOST_OR,
    [CXBinaryOperator_Assign] = HOST_ASSIGN, [CXBinaryOperator_Comma] = HOST_COMMA};

static const uint8_t compound_operators[] = {
    [CXBinaryOperator_MulAssign] = HOST_MUL,     [CXBinaryOperator_DivAssign] = HOST_DIV,
    [CXBinaryOperator_RemAssign] = HOST_REM,     [CXBinaryOperator_AddAssign] = HOST_ADD,
    [CXBinaryOperator_SubAssign] = HOST_SUB,     [CXBinaryOperator_ShlAssign] = HOST_SHL,
    [CXBinaryOperator_ShrAssign] = HOST_SHR,     [CXBinaryOperator_AndAssign] = HOST_BIT_AND,
    [CXBinaryOperator_XorAssign] = HOST_BIT_XOR, [CXBinaryOperator_OrAssign] = HOST_BIT_OR};

static const uint8_t unary_operators[] = {
    [CXUnaryOperator_AddrOf] = HOST_ADDRESS, [CXUnaryOperator_Deref] = HOST_POINTEE,
    [CXUnaryOperator_Plus] = HOST_PLUS,      [CXUnaryOperator_Minus] = HOST_NEGATE,
    [CXUnaryOperator_Not] = HOST_INVERT,     [CXUnaryOperator_LNot] = HOST_NOT};

#define ROW(table, i) ((size_t)(i) < sizeof table ? table[i] : 0)

void clang_set_binary(struct host_node *n, CXCursor c) {
    int kind = (int)libclang()->getCursorBinaryOperatorKind(c);
    n->kind = NODE_BINARY;
    n->op = ROW(binary_operators, kind);
    n->compound = ROW(compound_operators, kind);
    if (n->compound)
        n->op = HOST_ASSIGN;
}

void clang_set_unary(struct host_node *n, CXCursor c) {
    int kind = (int)libclang()->getCursorUnaryOperatorKind(c);
    bool plus = kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PostInc;
    bool minus = kind == CXUnaryOperator_PreDec || kind == CXUnaryOperator_PostDec;
    n->kind = NODE_UNARY;
    n->op = plus || minus ? HOST_ASSIGN : ROW(unary_operators, kind);
    n->compound = plus ? HOST_ADD : minus ? HOST_SUB : HOST_NONE;
    n->postfix = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
}
