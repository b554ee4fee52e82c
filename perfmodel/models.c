#include "perfmodel/model.h"

const struct model_row model_table[] = {
#define MODEL(id, name) {name, &model_##id},
#include "perfmodel/models.def"
#undef MODEL
};

const size_t model_count = sizeof model_table / sizeof *model_table;
