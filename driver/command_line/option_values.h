/* What the values of our options mean: the setters that rows of options.def name. */
#ifndef DRIVER_COMMAND_LINE_OPTION_VALUES_H
#define DRIVER_COMMAND_LINE_OPTION_VALUES_H

#include "driver/command_line/options.h"

/* One of our options as it is being applied. */
struct option_setting {
    struct arena *arena;
    void *field;       /* of struct options */
    const char *value; /* what follows the row's spelling */
};

/* False, and nothing set, if the value is wrong. */
typedef bool option_setter(struct option_setting *s);

option_setter option_set_flag, option_set_text, option_set_count, option_set_list,
    option_set_append, option_set_budget, option_set_clock, option_set_output, option_set_dumps,
    option_set_rule_on, option_set_rule_off, option_set_rule_error, option_set_rule_no_error;

#endif
