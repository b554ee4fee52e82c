/* Random forests as the survey's GPURandomForest has them (Zhang, Hu, Li and Peng, Performance and
 * Power Analysis of ATI GPU: A Statistical Approach, NAS 2011), with the importance of each
 * feature. */
#include "perfmodel/survey/fit/learn/trees.h"

const char *learn_random_forest(struct arena *a, const struct fit_table *t, cJSON *model) {
    static const struct trees_parameter parameters[] = {{"num_parallel_tree", "100"},
                                                        {"learning_rate", "1"},
                                                        {"subsample", "0.8"},
                                                        {"colsample_bynode", "0.7"},
                                                        {"max_depth", "16"},
                                                        {"min_child_weight", "1"},
                                                        {"lambda", "0"}};
    return trees_learn(a, t, model, parameters, sizeof parameters / sizeof *parameters, 1);
}
