/* Correlation and covariance of the m columns of an n x m table. COUNT and EPSILON are doubles. */
#define COUNT 3214212.01
#define EPSILON 0.005
#define ITEM ((int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0))

kernel void means(int m, int n, global float *mean, global float *data) {
    int j = ITEM;
    if (j < m) {
        mean[j] = 0.0f;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= (float)COUNT;
    }
}

kernel void deviations(int m, int n, global float *mean, global float *deviation,
                       global float *data) {
    int j = ITEM;
    if (j < m) {
        deviation[j] = 0.0f;
        for (int i = 0; i < n; i++)
            deviation[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        deviation[j] /= COUNT;
        deviation[j] = sqrt(deviation[j]);
        if (deviation[j] <= EPSILON)
            deviation[j] = 1.0f;
    }
}

kernel void centre(int m, int n, global float *mean, global float *data) {
    int j = ITEM, i = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
    if (i < n && j < m)
        data[i * m + j] -= mean[j];
}

kernel void normalise(int m, int n, global float *mean, global float *deviation,
                      global float *data) {
    int j = ITEM, i = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
    if (i < n && j < m) {
        data[i * m + j] -= mean[j];
        data[i * m + j] /= sqrt(COUNT) * deviation[j];
    }
}

/* The upper triangle by rows, one row per work-item, and mirrored. */
kernel void correlations(int m, int n, global float *result, global float *data) {
    int j = ITEM;
    if (j < m - 1) {
        result[j * m + j] = 1.0f;
        for (int k = j + 1; k < m; k++) {
            result[j * m + k] = 0.0f;
            for (int i = 0; i < n; i++)
                result[j * m + k] += data[i * m + j] * data[i * m + k];
            result[k * m + j] = result[j * m + k];
        }
    }
}

kernel void covariances(int m, int n, global float *result, global float *data) {
    int j = ITEM;
    if (j < m) {
        for (int k = j; k < m; k++) {
            result[j * m + k] = 0.0f;
            for (int i = 0; i < n; i++)
                result[j * m + k] += data[i * m + j] * data[i * m + k];
            result[k * m + j] = result[j * m + k];
        }
    }
}
