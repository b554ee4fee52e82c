#include "perfmodel/survey/fit/learn/trees.h"

const char *learn_boosted_trees(struct arena *a, const struct fit_table *t, cJSON *model) {
    static const struct trees_parameter parameters[] = {{"learning_rate", "0.08"},
                                                        {"subsample", "0.8"},
                                                        {"max_depth", "7"},
                                                        {"min_child_weight", "2"},
                                                        {"lambda", "1"}};
    return trees_learn(a, t, model, parameters, sizeof parameters / sizeof *parameters, 300);
}
