/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a Hessenberg matrix, H = U T U^H, by the multishift QR algorithm with small
 * bulges and aggressive early deflation: Braman, Byers and Mathias, SIAM J. Matrix Anal. Appl. 23
 * (2002); as tasks: Granat, Kagstrom, Kressner and Shao, ACM Trans. Math. Softw. 41 (2015), and
 * Myllykoski and Kjelgaard Mikkelsen, CCPE 33 (2021).
 *
 * A window at the end of the active block tells its eigenvalues that are eigenvalues of H; the rest
 * are shifts. A packet of bulges then goes down the active block from window to window. Several
 * packets are on their way, one behind the other: when the first one leaves, the window at the end
 * gives the shifts of a new one. The calling thread waits for that window, because it decides what
 * comes next. Meanwhile other packets go on, and the rest of the rows and columns of earlier
 * windows, and Z, are multiplied. */

#include <stdlib.h>
#include "nonsymmetric.h"
#include "src/runtime/tuning.h"

_Static_assert(SL_HSEQR_DEFLATION < SL_HSEQR_SMALL && SL_HSEQR_DEFLATION_WITH_GPUS < SL_HSEQR_SMALL,
               "the products near a window reach the next one");

/* A packet above the active block. */
static struct sl_hseqr_packet packet_of(const struct sl_hseqr *s, int64_t shift, int64_t bulges)
{
    return (struct sl_hseqr_packet){
        .shifts = s->shifts,
        .shift = shift,
        .bulges = bulges,
        .step = s->top + 1 - 2 * bulges,
        .end = s->top,
        .reflectors = sl_temporary(bulges, 3, sl_sizeof(s->prec)),
    };
}

/* The first packet that is still above the active block. */
static int64_t first_above(const struct sl_hseqr *s)
{
    int64_t i = 0;
    while (i < s->packets && !sl_hseqr_is_above(s, &s->packet[i]))
        i++;
    return i;
}

/* Packets with all shifts, and with the same ones again until so many are on their way as have
 * room. If too many are, the oldest ones above the block make way. */
static void begin_packets(struct sl_hseqr *s, int64_t shifts)
{
    int64_t first = 0, most = SL_MIN(s->most_packets, (s->bottom - s->top) / s->rows_of_packet);
    int64_t above = first_above(s);
    if (shifts == 0)
        return;
    while (above < s->packets && s->packets >= most)
        sl_hseqr_end_packet(s, above);
    while (s->packets < SL_HSEQR_PACKETS && (first < shifts || s->packets < most)) {
        int64_t shift = first % shifts, bulges = SL_MIN(s->bulges, (shifts - shift) / 2);
        s->packet[s->packets++] = packet_of(s, shift, bulges);
        first += 2 * bulges;
    }
    if (first > 0)
        sl_hseqr_make_shifts(s);
}

static bool has_left(const struct sl_hseqr *s, const struct sl_hseqr_packet *packet)
{
    return packet->step >= s->bottom - 2;
}

/* The far tasks of all packets. The last one comes first: products with its rows are in columns
 * that those before it multiply, too. */
static void end_groups(struct sl_hseqr *s)
{
    for (int64_t i = s->packets - 1; i >= 0; i--)
        sl_insert_hseqr_group(s, &s->packet[i].group);
    s->steps = 0;
}

/* Each packet goes on through one window, but not to the rows of the near tasks of the one before
 * it, and the first one not behind row `end`. False: none can. */
static bool step(struct sl_hseqr *s, int64_t end)
{
    int64_t i;
    for (i = 0; i < s->packets && sl_hseqr_end(s, &s->packet[i]) <= end; i++) {
        sl_hseqr_drain(s);
        sl_insert_hseqr_chase(s, &s->packet[i]);
        end = s->packet[i].group.all.above;
    }
    if (++s->steps == s->grouped)
        end_groups(s);
    return i > 0;
}

/* All packets go on until the first one has left. */
static void go_on(struct sl_hseqr *s)
{
    sl_insert_hseqr_late(s);
    if (s->packets > 0) {
        while (!has_left(s, &s->packet[0]))
            step(s, s->bottom);
        end_groups(s);
        sl_hseqr_end_packet(s, 0);
    }
    if (s->packets == 0)
        s->top = s->bottom; /* there may be zeros now */
}

/* Finds eigenvalues at the end of the active block. Meanwhile packets go on above. */
static struct sl_hseqr_told deflate(struct sl_hseqr *s, int64_t window, bool exceptional)
{
    struct sl_hseqr_window w = {.first = s->bottom - window, .end = s->bottom};
    sl_insert_hseqr_deflate(s, &w, SL_HSEQR_SHIFTS, exceptional);
    sl_insert_hseqr_late(s);
    for (int i = 0; i < SL_HSEQR_AHEAD && step(s, (w.first - 1) / s->nb * s->nb); i++)
        ;
    end_groups(s);
    struct sl_hseqr_told told = sl_hseqr_told(s);
    if (told.changed) {
        sl_insert_hseqr_near(s, &w, SL_HSEQR_SMALL);
        s->late = w;
    } else
        sl_temporary_free(s->seq, w.U);
    return told;
}

/* Finds eigenvalues, and begins packets unless there are many. *idle: how often none was found;
 * new shifts are there only after the packets that are on their way. Returns 0, or LAPACK's info.
 */
static int64_t iterate(struct sl_hseqr *s, int64_t *idle)
{
    int64_t order = s->bottom - s->top,
            room = s->packets > 0 ? s->bottom - s->packet[0].end - 1 : order;
    int64_t window = order <= SL_HSEQR_SMALL ? order : s->deflation;
    if (*idle >= 5 + s->packets) /* a larger window sees more */
        window = SL_MIN(order, 2 * window);
    if (window > room) {
        go_on(s);
        return 0;
    }
    struct sl_hseqr_told told = deflate(s, window, *idle > 0 && *idle % (6 + s->packets) == 0);
    if (told.unfound != 0)
        return told.unfound < 0 ? told.unfound : s->bottom;
    s->bottom -= told.deflated;
    *idle = told.deflated > 0 ? 0 : *idle + 1;
    bool many = 100 * told.deflated > s->many * window; /* the next window will find more */
    if (told.deflated == 0 || (!many && s->bottom - s->top > SL_HSEQR_SMALL)) {
        begin_packets(s, told.shifts);
        go_on(s);
    }
    return 0;
}

/* Returns 0, or LAPACK's info. */
static int64_t all_blocks(struct sl_hseqr *s)
{
    int64_t low = s->problem->ilo - 1, idle = 0, bottom, failed = 0;
    int64_t most = 30 * SL_MAX(10, s->bottom - low); /* as LAPACK */
    s->top = s->bottom;
    for (int64_t i = 0; s->bottom > low && failed == 0 && !sl_failed(s->seq); i++) {
        if (s->top >= s->bottom) {
            sl_insert_hseqr_late(s);
            s->top = low;
            s->top = sl_hseqr_scan(s);
        }
        bottom = s->bottom;
        failed = i < most ? iterate(s, &idle) : bottom;
    }
    while (s->packets > 0)
        go_on(s);
    sl_insert_hseqr_late(s);
    return failed;
}

int sl_hseqr_tasks(const struct sl_hseqr_problem *problem, starling_sequence *seq)
{
    struct sl_hseqr s;
    int64_t key = sl_operation(seq), failed;
    int info = sl_hseqr_make(&s, problem, seq);
    if (info == 0) {
        failed = sl_hseqr_begin(&s) ? all_blocks(&s) : s.n;
        if (failed < 0)
            info = sl_error("starling_hseqr", STARLING_ENOMEM, NULL);
        else if (!sl_failed(seq))
            info = sl_hseqr_values(&s);
        if (failed > 0 && !sl_failed(seq))
            sl_numerical_failure(seq, key + failed, true);
    }
    sl_hseqr_free(&s);
    return info;
}

/* ---- The functions on matrices ------------------------------------------------------------- */

/* In the tiles of the algorithm. */
static int in_tiles(struct sl_hseqr_problem *problem, starling_matrix *H, starling_matrix *Z,
                    starling_sequence *seq)
{
    int info = sl_hseqr_matrices(problem, H->prec, H->n, Z != NULL);
    if (info != 0)
        return info;
    sl_hseqr_copy(H, problem->H, seq);
    if (Z)
        sl_hseqr_copy(Z, problem->Z, seq);
    info = sl_hseqr_tasks(problem, seq);
    if (info != 0)
        return info;
    sl_hseqr_copy(problem->H, H, seq);
    sl_write_back_all(seq, H);
    if (Z) {
        sl_hseqr_copy(problem->Z, Z, seq);
        sl_write_back_all(seq, Z);
    }
    return 0;
}

int starling_hseqr_submit(starling_job job, starling_matrix *H, int64_t ilo, int64_t ihi,
                          starling_matrix *W, starling_matrix *Z, starling_sequence *seq)
{
    bool vectors = job == STARLING_VECTORS;
    SL_ARG(7, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, job, vectors || job == STARLING_VALUES, "N or V");
    SL_SEQ_ARG(seq, 2, H, sl_square_columns(H), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 3, ilo, ilo >= 1 && ilo <= SL_MAX(1, H->n), "between 1 and %lld",
               (long long)SL_MAX(1, H->n));
    SL_SEQ_ARG(seq, 4, ihi, ihi >= SL_MIN(ilo, H->n) && ihi <= H->n, "between %lld and %lld",
               (long long)SL_MIN(ilo, H->n), (long long)H->n);
    SL_SEQ_ARG(seq, 5, W, W && W != H && W->prec == H->prec,
               "another matrix than H, of the same precision");
    int64_t parts = sl_is_complex(H->prec) ? 1 : 2;
    SL_SEQ_ARG(seq, 5, W, W->m == H->n && W->n == parts, "%lld x %lld", (long long)H->n,
               (long long)parts);
    SL_SEQ_ARG(seq, 6, Z, !Z || (vectors && Z != H && Z != W && Z->prec == H->prec),
               "NULL, or with job V another matrix than H, of the same precision");
    SL_SEQ_ARG(seq, 6, Z, !Z || (sl_square_columns(Z) && Z->n == H->n), SL_BLOCK_COLUMNS);
    if (H->n == 0 || sl_failed(seq) || SL_SIMULATED || sl_record_only(seq))
        return 0;
    struct sl_hseqr_problem problem = {.schur = vectors, .ilo = ilo, .ihi = ihi};
    problem.w = calloc((size_t)(H->n * parts), sl_sizeof(H->prec));
    int info = problem.w ? in_tiles(&problem, H, Z, seq)
                         : sl_error("starling_hseqr", STARLING_ENOMEM, NULL);
    if (info == 0) /* after a failure, too: some eigenvalues are right */
        info = starling_matrix_set(W, problem.w, H->n);
    sl_hseqr_matrices_free(&problem, seq);
    free(problem.w);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_hseqr(starling_job job, starling_matrix *H, int64_t ilo, int64_t ihi,
                   starling_matrix *W, starling_matrix *Z)
{
    SL_SYNCHRONOUS(starling_hseqr_submit(job, H, ilo, ihi, W, Z, seq));
}
