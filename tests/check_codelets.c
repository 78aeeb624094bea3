/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The list of codelets (codelets/codelets.def): each operation has one in every precision, with its
 * name, colour and model, and kernels for CPU workers and, in a build with CUDA, for GPUs. The
 * library is linked statically, for codelets are its own. */

#include <stdio.h>
#include <string.h>
#include "codelets/kernel.h"
#include "reference.h"
#include "tap.h"

#if defined(STARLING_CUDA)
enum { CUDA = 1 };
#else
enum { CUDA = 0 };
#endif

static const struct {
    const char *name;
    unsigned colour;
    struct starpu_codelet *const *codelet;
} list[] = {
#define CODELET(name, colour, ...) {#name, colour, sl_cl_##name},
#define WORK(name)
#include "codelets/codelets.def"
};

/* What only cores run: small tasks, and what GPUs do in other steps. */
static const char *const on_cores[] = {
    "finite",       "hb2st",      "larft_hb2st", "unmtr_hb2st",   "band_copy",   "band_diagonals",
    "stedc_scale",  "stedc_leaf", "sterf_leaf",  "stedc_deflate", "stedc_order", "stedc_unscale",
    "gb_copy",      "gb2bd",      "bdsbz_scale", "bdsbz_order",   "bdsqr",       "bdsdc_leaf",
    "pinv_values",  "ldl_panel",  "ldl_update",  "ldl_solve",     "frobenius",   "polar_bound",
    "polar_values", "gaussian",   "hseqr_scan",  "hseqr_deflate", "hseqr_chase", "hseqr_product",
    "trsen_window"};

/* What only GPUs run: cores have trsm, products and conversions of tiles, products in single
 * precision, and hb2st on windows of a band. */
static const char *const on_gpus[] = {"trsv",  "matvec",     "narrow_array",
                                      "split", "hb2st_band", "gb2bd_band"};

static bool is_one(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}
#define IS_ONE(name, names) is_one(name, names, sizeof names / sizeof names[0])

static bool has_kernels(const struct starpu_codelet *cl, const char *name)
{
    bool cpu = cl->cpu_funcs[0] != NULL, cuda = cl->cuda_funcs[0] != NULL;
    return cuda == (CUDA && !IS_ONE(name, on_cores)) && cpu == !IS_ONE(name, on_gpus);
}

int main(void)
{
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct cases cases = {0};
        for (int p = 0; p < 4; p++) {
            const struct starpu_codelet *cl = list[i].codelet[p];
            if (!cl) /* some are there in one or two precisions only */
                continue;
            char name[40], symbol[60];
            snprintf(name, sizeof name, "%c%s", "sdcz"[p], list[i].name);
            snprintf(symbol, sizeof symbol, "starling_%s_", name);
            hold(&cases,
                 strcmp(cl->name, name) == 0 && cl->color == list[i].colour && cl->model &&
                     strncmp(cl->model->symbol, symbol, strlen(symbol)) == 0 &&
                     has_kernels(cl, list[i].name),
                 "%s: codelet %s, colour %x, model %s, kernels%s%s", name, cl->name, cl->color,
                 cl->model ? cl->model->symbol : "none", cl->cpu_funcs[0] ? " CPU" : "",
                 cl->cuda_funcs[0] ? " CUDA" : "");
        }
        ok(all_held(&cases), "%s", list[i].name);
    }
    return done_testing();
}
