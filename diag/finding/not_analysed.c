#include "diag/finding/rule_names.h"
#include "diag/report.h"

/* diag/rules/not_analysed.md. */
extern const char rule_title_not_analysed[], rule_help_not_analysed[];

static const struct rule_traits traits = {.precision = "very-high"};

const struct rule_info rule_not_analysed = {RULE_NOT_ANALYSED, rule_title_not_analysed,
                                            rule_help_not_analysed, &traits};
