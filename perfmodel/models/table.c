#include "perfmodel/model.h"

#include <string.h>

const struct model_row model_table[] = {
#define MODEL(id, name) {name, &model_##id},
#include "perfmodel/models.def"
#undef MODEL
};

const size_t model_count = sizeof model_table / sizeof *model_table;

const struct model *model_find(const char *name) {
    for (size_t i = 0; i < model_count; i++)
        if (strcmp(model_table[i].name, name) == 0)
            return model_table[i].model;
    return NULL;
}
