/* How busy the resources were, and occupancy by size of the work-group. */
#include <math.h>

#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"
#include "perfmodel/estimate.h"
#include "perfmodel/occupancy/occupancy.h"

enum { BAR_WIDTH = 160, BAR_HEIGHT = 10, CHART_WIDTH = 270, CHART_HEIGHT = 120, MARGIN = 42 };

void html_bar(struct html *h, double share, const char *label) {
    double full = share < 0 ? 0 : share > 1 ? 1 : share;
    html_printf(
        h,
        "<svg class=\"share\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\"><rect "
        "class=\"track\" "
        "width=\"%d\" height=\"%d\"/><rect class=\"bar\" width=\"%.1f\" height=\"%d\"/></svg>",
        BAR_WIDTH, BAR_HEIGHT, label, BAR_WIDTH, BAR_HEIGHT, full * BAR_WIDTH, BAR_HEIGHT);
}

void html_busy(struct html *h, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    html_printf(h, "<table class=\"busy\"><caption>Busy on %s</caption>\n<tbody>\n",
                html_escape(h, diag_gpu(h->arena, r->gpu)));
    for (int b = 0; b < BOUND_LATENCY; b++) {
        if (e->busy[b] <= 0)
            continue;
        const char *percent = arena_printf(h->arena, "%.0f %%", 100 * fmin(1, e->busy[b]));
        html_printf(h, "<tr><th scope=\"row\">%s</th><td>", diag_bound((enum bound)b));
        html_bar(h, e->busy[b], percent);
        html_printf(h, "</td><td class=\"number\">%s</td></tr>\n", percent);
    }
    html_add(h, "</tbody></table>\n");
}

/* Share of the SM's warps that are resident with work-groups of so many items. */
static double occupied(const struct kernel_result *r, uint32_t items) {
    struct group_needs needs = {
        .items = items, .regs_per_item = r->registers.per_item, .local_bytes = r->local_bytes};
    struct occupancy o = occupancy_of(r->gpu, &needs);
    return o.max_warps ? (double)o.warps / o.max_warps : 0;
}

static void occupancy_axes(struct html *h, uint32_t most) {
    for (int quarter = 0; quarter <= 4; quarter++) {
        double y = CHART_HEIGHT * (1 - quarter / 4.0) + 8;
        html_printf(h,
                    "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%d %%</text>",
                    MARGIN, y, CHART_WIDTH, MARGIN - 4, y + 4, quarter * 25);
    }
    html_printf(h,
                "<text x=\"%d\" y=\"%d\">%u</text><text x=\"%d\" y=\"%d\" "
                "text-anchor=\"end\">%u work-items</text>",
                MARGIN, CHART_HEIGHT + 22, 1, MARGIN + CHART_WIDTH, CHART_HEIGHT + 22, most);
}

void html_occupancy(struct html *h, const struct kernel_result *r) {
    uint32_t width = (uint32_t)r->gpu->machine.warp_width,
             most = (uint32_t)r->gpu->machine.max_items_per_group;
    const uint64_t *local = r->launch->local;
    uint32_t now = (uint32_t)(local[0] * local[1] * local[2]);
    html_printf(h,
                "<figure class=\"occupancy\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"occupancy by "
                "size of the work-group\">",
                MARGIN + CHART_WIDTH + 8, CHART_HEIGHT + 28);
    occupancy_axes(h, most);
    html_add(h, "<path class=\"curve\" d=\"");
    for (uint32_t items = width; items <= most; items += width)
        html_printf(h, "%c%.1f %.1fh%.1f", items == width ? 'M' : 'L',
                    MARGIN + CHART_WIDTH * (double)(items - width) / most,
                    8 + CHART_HEIGHT * (1 - occupied(r, items)),
                    CHART_WIDTH * (double)width / most);
    html_printf(h, "\"/><circle class=\"hot\" r=\"4\" cx=\"%.1f\" cy=\"%.1f\"/></svg>",
                MARGIN + CHART_WIDTH * (now - width / 2.0) / most,
                8 + CHART_HEIGHT * (1 - occupied(r, now)));
    const struct occupancy *o = &r->estimate->occupancy;
    html_printf(h,
                "<figcaption>Occupancy of %s by work-items of a work-group, with its %u registers "
                "and %u bytes of local memory; the dot is this launch's %u",
                html_escape(h, diag_gpu(h->arena, r->gpu)), r->registers.per_item, r->local_bytes,
                now);
    if (o->warps < o->max_warps)
        html_printf(h, ", limited by %s", limiter_name(o->limiter));
    html_add(h, ".</figcaption></figure>\n");
}
