/* Three programs whose kernels follow their data: breadth-first search, a sparse matrix times a
 * vector, and k-means.
 *
 * Usage: irregular bfs|spmv|kmeans; prints a sum of the results, which depends on every launch. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 600, ROWS = 500, POINTS = 448, FEATURES = 3, CLUSTERS = 4, LOCAL = 64 };

static const char bfs_source[] =
    "kernel void visit(global const int *first, global const int *target, global uchar *frontier,\n"
    "                  global uchar *next, global const uchar *visited, global int *cost, int n) "
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i >= n || !frontier[i])\n"
    "        return;\n"
    "    frontier[i] = 0;\n"
    "    for (int e = first[i]; e < first[i + 1]; e++) {\n"
    "        int to = target[e];\n"
    "        if (!visited[to]) {\n"
    "            cost[to] = cost[i] + 1;\n"
    "            next[to] = 1;\n"
    "        }\n"
    "    }\n"
    "}\n"
    "kernel void advance(global uchar *frontier, global uchar *next, global uchar *visited,\n"
    "                    global int *again, int n) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n && next[i]) {\n"
    "        frontier[i] = 1;\n"
    "        visited[i] = 1;\n"
    "        next[i] = 0;\n"
    "        *again = 1;\n"
    "    }\n"
    "}\n";

static const char spmv_source[] =
    "kernel void multiply(global const int *first, global const int *column,\n"
    "                     global const float *value, global const float *x, global float *y,\n"
    "                     int rows) {\n"
    "    int row = get_global_id(0);\n"
    "    if (row >= rows)\n"
    "        return;\n"
    "    float sum = 0;\n"
    "    for (int i = first[row]; i < first[row + 1]; i++)\n"
    "        if (value[i] != 0)\n"
    "            sum += value[i] * x[column[i]];\n"
    "    y[row] = sum;\n"
    "}\n";

static const char kmeans_source[] =
    "typedef struct { int points, features, clusters; } sizes;\n"
    "kernel void assign_points(global const float *point, global const float *centre,\n"
    "                          global int *nearest, sizes n) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i >= n.points)\n"
    "        return;\n"
    "    int best = 0;\n"
    "    float least = INFINITY;\n"
    "    for (int c = 0; c < n.clusters; c++) {\n"
    "        float distance = 0;\n"
    "        for (int f = 0; f < n.features; f++) {\n"
    "            float d = point[f * n.points + i] - centre[c * n.features + f];\n"
    "            distance += d * d;\n"
    "        }\n"
    "        if (distance < least) {\n"
    "            least = distance;\n"
    "            best = c;\n"
    "        }\n"
    "    }\n"
    "    nearest[i] = best;\n"
    "}\n";

static cl_context context;
static cl_command_queue queue;

static void check(cl_int status, const char *what) {
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "irregular: %s: %d\n", what, status);
    exit(1);
}

static void start(void) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
}

static cl_program build(const char *text) {
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    check(status, "program");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "build");
    return program;
}

static cl_mem buffer(size_t bytes, const void *contents) {
    cl_int status;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    check(status, "buffer");
    check(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, bytes, contents, 0, NULL, NULL), "write");
    return made;
}

static void fetch(cl_mem from, size_t bytes, void *to) {
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "read");
}

static cl_kernel kernel(cl_program program, const char *name, const cl_mem *buffers, cl_uint n) {
    cl_int status;
    cl_kernel made = clCreateKernel(program, name, &status);
    check(status, name);
    for (cl_uint i = 0; i < n; i++)
        check(clSetKernelArg(made, i, sizeof(cl_mem), &buffers[i]), "argument");
    return made;
}

static void launch(cl_kernel k, size_t items) {
    const size_t local = LOCAL, global = (items + LOCAL - 1) / LOCAL * LOCAL;
    check(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL), "launch");
}

/* The same numbers everywhere. */
static unsigned random_below(unsigned n) {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

static void bfs(void) {
    static int first[NODES + 1], target[NODES * 8], cost[NODES];
    static unsigned char frontier[NODES], next[NODES], visited[NODES];
    int edges = 0, sum = 0, n = NODES;
    for (int i = 0; i < NODES; i++) {
        first[i] = edges;
        for (unsigned k = random_below(7); k-- > 0;)
            target[edges++] = (int)random_below(NODES);
    }
    first[NODES] = edges;
    frontier[7] = visited[7] = 1;
    cl_program program = build(bfs_source);
    cl_mem of_first = buffer(sizeof first, first), of_target = buffer(sizeof target, target),
           of_frontier = buffer(sizeof frontier, frontier), of_next = buffer(sizeof next, next),
           of_visited = buffer(sizeof visited, visited), of_cost = buffer(sizeof cost, cost);
    int again = 1;
    cl_mem of_again = buffer(sizeof again, &again);
    const cl_mem visits[] = {of_first, of_target, of_frontier, of_next, of_visited, of_cost};
    const cl_mem advances[] = {of_frontier, of_next, of_visited, of_again};
    cl_kernel visit = kernel(program, "visit", visits, 6),
              advance = kernel(program, "advance", advances, 4);
    check(clSetKernelArg(visit, 6, sizeof n, &n), "n");
    check(clSetKernelArg(advance, 4, sizeof n, &n), "n");
    while (again) {
        again = 0;
        check(
            clEnqueueWriteBuffer(queue, of_again, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL),
            "write");
        launch(visit, NODES);
        launch(advance, NODES);
        fetch(of_again, sizeof again, &again);
    }
    fetch(of_cost, sizeof cost, cost);
    for (int i = 0; i < NODES; i++)
        sum += (i % 17 + 1) * cost[i];
    printf("bfs %d\n", sum);
}

static void spmv(void) {
    static int first[ROWS + 1], column[ROWS * 12];
    static float value[ROWS * 12], x[ROWS], y[ROWS];
    int n = 0, rows = ROWS;
    for (int i = 0; i < ROWS; i++) {
        first[i] = n;
        x[i] = (float)random_below(8);
        for (unsigned k = random_below(11); k-- > 0; n++) {
            column[n] = (int)random_below(ROWS);
            value[n] = (float)random_below(3);
        }
    }
    first[ROWS] = n;
    cl_program program = build(spmv_source);
    const cl_mem buffers[] = {buffer(sizeof first, first), buffer(sizeof column, column),
                              buffer(sizeof value, value), buffer(sizeof x, x),
                              buffer(sizeof y, y)};
    cl_kernel multiply = kernel(program, "multiply", buffers, 5);
    check(clSetKernelArg(multiply, 5, sizeof rows, &rows), "rows");
    launch(multiply, ROWS);
    fetch(buffers[4], sizeof y, y);
    float sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum += (float)(i % 7) * y[i];
    printf("spmv %g\n", (double)sum);
}

static void kmeans(void) {
    static float point[FEATURES * POINTS], centre[CLUSTERS * FEATURES];
    static int nearest[POINTS];
    const struct {
        int points, features, clusters;
    } n = {POINTS, FEATURES, CLUSTERS};
    for (int i = 0; i < FEATURES * POINTS; i++)
        point[i] = (float)random_below(64);
    for (int c = 0; c < CLUSTERS * FEATURES; c++)
        centre[c] = point[c * 5];
    cl_program program = build(kmeans_source);
    const cl_mem buffers[] = {buffer(sizeof point, point), buffer(sizeof centre, centre),
                              buffer(sizeof nearest, nearest)};
    cl_kernel assign = kernel(program, "assign_points", buffers, 3);
    check(clSetKernelArg(assign, 3, sizeof n, &n), "n");
    int moved = 1, rounds = 0;
    static int before[POINTS];
    memset(before, -1, sizeof before);
    for (; moved && rounds < 6; rounds++) {
        launch(assign, POINTS);
        fetch(buffers[2], sizeof nearest, nearest);
        moved = memcmp(nearest, before, sizeof nearest) != 0;
        memcpy(before, nearest, sizeof nearest);
        for (int c = 0; c < CLUSTERS; c++)
            for (int f = 0; f < FEATURES; f++) {
                float sum = 0;
                int members = 0;
                for (int i = 0; i < POINTS; i++)
                    if (nearest[i] == c) {
                        sum += point[f * POINTS + i];
                        members++;
                    }
                if (members)
                    centre[c * FEATURES + f] = sum / (float)members;
            }
        check(clEnqueueWriteBuffer(queue, buffers[1], CL_TRUE, 0, sizeof centre, centre, 0, NULL,
                                   NULL),
              "write");
    }
    int sum = 0;
    for (int i = 0; i < POINTS; i++)
        sum += (i % 5 + 1) * nearest[i];
    printf("kmeans %d after %d rounds\n", sum, rounds);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    start();
    if (strcmp(what, "bfs") == 0)
        bfs();
    else if (strcmp(what, "spmv") == 0)
        spmv();
    else
        kmeans();
    return 0;
}
