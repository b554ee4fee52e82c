/* cuSPARSE: its calls are counted by name, and skipped. */
#ifndef CLPERF_CUSPARSE_H
#define CLPERF_CUSPARSE_H
#pragma GCC system_header

#include "clperf/library.h"

#include "cuComplex.h"

#define CLPERF_HANDLE(name, tag) typedef struct tag *name;
CLPERF_HANDLE(cusparseHandle_t, cusparseContext)
CLPERF_HANDLE(cusparseMatDescr_t, cusparseMatDescr)
CLPERF_HANDLE(cusparseHybMat_t, cusparseHybMat)
CLPERF_HANDLE(cusparseSpMatDescr_t, cusparseSpMatDescr)
CLPERF_HANDLE(cusparseDnMatDescr_t, cusparseDnMatDescr)
CLPERF_HANDLE(cusparseDnVecDescr_t, cusparseDnVecDescr)
CLPERF_HANDLE(cusparseSpVecDescr_t, cusparseSpVecDescr)
CLPERF_HANDLE(cusparseSpGEMMDescr_t, cusparseSpGEMMDescr)
#undef CLPERF_HANDLE
typedef enum { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED } cusparseStatus_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE,
    CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC,
    CUSPARSE_MATRIX_TYPE_HERMITIAN,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_CSR_ALG1 = 2 };
enum { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1 = 4 };
typedef enum { CUSPARSE_HYB_PARTITION_AUTO, CUSPARSE_HYB_PARTITION_USER } cusparseHybPartition_t;

CLPERF_C_LINKAGE const char *cusparseGetErrorString(cusparseStatus_t status);

#define SKIPPED_CALL(name) CLPERF_SKIPPED(cusparseStatus_t, name)
#define MADE_CALL(name) CLPERF_SKIPPED(cusparseStatus_t, name)
#include "clperf/cusparse_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
