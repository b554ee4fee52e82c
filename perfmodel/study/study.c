#include "perfmodel/study/study.h"

const struct estimate *study_estimate(const struct study *study) {
    struct study_memo *memo = study->memo;
    if (!memo->estimate)
        memo->estimate = study->model->run(memo->arena, study);
    return memo->estimate;
}

bool study_is_estimated(const struct study *study) {
    return study->memo->estimate != NULL;
}

struct study study_changed(const struct study *study) {
    struct study changed = *study;
    changed.base = study;
    changed.seconds = study->changed_seconds;
    changed.by_item = false;
    changed.dump = changed.graph = NULL;
    changed.memo = NULL;
    return changed;
}

struct study study_without(const struct study *study, const struct whatif *whatif) {
    struct study changed = study_changed(study);
    changed.whatif = *whatif;
    return changed;
}

struct study study_relaunched(const struct study *study, const struct launch *launch) {
    struct study changed = study_changed(study);
    changed.launch = launch;
    changed.base = NULL;
    return changed;
}

const struct estimate *study_estimate_changed(struct arena *a, const struct study *changed) {
    struct study_memo memo = {.arena = a};
    struct study study = *changed;
    study.memo = &memo;
    return study_estimate(&study);
}
