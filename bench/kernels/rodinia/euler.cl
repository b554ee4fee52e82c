/* Finite volumes of the compressible Euler equations on an unstructured mesh: density, momentum and
 * energy of n cells, variable by variable. */
#define GAMMA 1.4f
enum { DENSITY, MOMENTUM, ENERGY = 4, VARIABLES };

struct flow {
    float density, energy, pressure, sound;
    float3 momentum, velocity;
};

static struct flow flow_at(global const float *v, int i, int n) {
    struct flow f;
    f.density = v[i + DENSITY * n];
    f.momentum.x = v[i + MOMENTUM * n];
    f.momentum.y = v[i + (MOMENTUM + 1) * n];
    f.momentum.z = v[i + (MOMENTUM + 2) * n];
    f.energy = v[i + ENERGY * n];
    f.velocity = f.momentum / f.density;
    f.pressure = (GAMMA - 1.0f) * (f.energy - 0.5f * f.density * dot(f.velocity, f.velocity));
    f.sound = sqrt(GAMMA * f.pressure / f.density);
    return f;
}

/* All cells start with the flow far away. */
kernel void start_flow(global float *v, constant float *far, int n) {
    int i = get_global_id(0);
    if (i < n)
        for (int j = 0; j < VARIABLES; j++)
            v[i + j * n] = far[j];
}

/* The step in time that is stable in each cell. */
kernel void step_length(global const float *v, global const float *areas, global float *steps,
                        int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    struct flow f = flow_at(v, i, n);
    steps[i] = 0.5f / (sqrt(areas[i]) * (length(f.velocity) + f.sound));
}

/* The flux through one face, with normal s, of what moves with the velocity and is pressed. */
static void add_flux(float *flux, const struct flow *f, float3 s, float share) {
    float through = dot(f->velocity, s) * share;
    flux[DENSITY] += through * f->density;
    flux[MOMENTUM] += through * f->momentum.x + share * s.x * f->pressure;
    flux[MOMENTUM + 1] += through * f->momentum.y + share * s.y * f->pressure;
    flux[MOMENTUM + 2] += through * f->momentum.z + share * s.z * f->pressure;
    flux[ENERGY] += through * (f->energy + f->pressure);
}

static void add_difference(float *flux, const struct flow *f, const struct flow *g, float factor) {
    flux[DENSITY] += factor * (f->density - g->density);
    flux[MOMENTUM] += factor * (f->momentum.x - g->momentum.x);
    flux[MOMENTUM + 1] += factor * (f->momentum.y - g->momentum.y);
    flux[MOMENTUM + 2] += factor * (f->momentum.z - g->momentum.z);
    flux[ENERGY] += factor * (f->energy - g->energy);
}

/* Fluxes through the four faces of each cell: neighbours by number, -1 is a wall, -2 is far away. */
kernel void fluxes(global const int *neighbours, global const float *normals,
                   global const float *v, constant float *far, global float *out, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    struct flow here = flow_at(v, i, n);
    float flux[VARIABLES] = {0};
    for (int face = 0; face < 4; face++) {
        int to = neighbours[i + face * n];
        float3 s = (float3)(normals[i + face * 3 * n], normals[i + (face * 3 + 1) * n],
                            normals[i + (face * 3 + 2) * n]);
        if (to >= 0) {
            struct flow there = flow_at(v, to, n);
            float factor = -0.1f * length(s) *
                           (length(here.velocity) + length(there.velocity) + here.sound +
                            there.sound);
            add_difference(flux, &here, &there, factor);
            add_flux(flux, &here, s, 0.5f);
            add_flux(flux, &there, s, 0.5f);
        } else if (to == -1) {
            flux[MOMENTUM] += s.x * here.pressure;
            flux[MOMENTUM + 1] += s.y * here.pressure;
            flux[MOMENTUM + 2] += s.z * here.pressure;
        } else {
            struct flow outside;
            outside.density = far[DENSITY];
            outside.momentum = (float3)(far[MOMENTUM], far[MOMENTUM + 1], far[MOMENTUM + 2]);
            outside.energy = far[ENERGY];
            outside.velocity = outside.momentum / outside.density;
            outside.pressure = (GAMMA - 1.0f) *
                               (outside.energy - 0.5f * dot(outside.momentum, outside.velocity));
            add_flux(flux, &outside, s, 0.5f);
            add_flux(flux, &here, s, 0.5f);
        }
    }
    for (int j = 0; j < VARIABLES; j++)
        out[i + j * n] = flux[j];
}

/* One of three stages of a Runge-Kutta step. */
kernel void time_step(int stage, int n, global const float *before, global float *v,
                      global const float *steps, global const float *flux) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    float factor = steps[i] / (float)(3 - stage);
    for (int j = 0; j < VARIABLES; j++)
        v[i + j * n] = before[i + j * n] + factor * flux[i + j * n];
}

kernel void fill(global float *v, int n, float value) {
    int i = get_global_id(0);
    if (i < n)
        v[i] = value;
}
