#include "hwdb/machine_gpu.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hwdb/native_gpu.h"

enum { MOST_BYTES = 4096 };

/* The rest of the line that begins with that label, without blanks around it; NULL if there is no
 * such line. */
static const char *labelled(struct arena *a, const char *text, const char *label) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (!str_starts(text, label))
            continue;
        text += strlen(label);
        text += strspn(text, " \t");
        size_t n = strcspn(text, "\n");
        while (n && strchr(" \t\r", text[n - 1]))
            n--;
        return n ? arena_strndup(a, text, n) : NULL;
    }
    return NULL;
}

/* What options take for the first device of a folder that is described. file is where an entry of
 * the folder has its device's name, and label what is before it in its line. */
static const char *first_described(struct arena *a, const char *folder, const char *file,
                                   const char *label) {
    struct dirent **entries;
    const char *found = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        size_t bytes;
        const char *path = arena_printf(a, "%s/%s/%s", folder, entries[i]->d_name, file);
        const char *text = found || *entries[i]->d_name == '.'
                               ? NULL
                               : read_file_within(a, path, MOST_BYTES, &bytes);
        const char *name = text ? labelled(a, text, label) : NULL;
        found = name ? gpu_of_device(a, name) : found;
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return found;
}

const char *machine_gpu(struct arena *a, const char *root) {
    const char *nvidia = arena_printf(a, "%s/proc/driver/nvidia/gpus", root);
    const char *found = first_described(a, nvidia, "information", "Model:");
    return found ? found
                 : first_described(a, arena_printf(a, "%s/sys/class/drm", root),
                                   "device/product_name", "");
}
