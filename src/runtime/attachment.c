/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The attachments of a matrix, a list; see matrix.h. */

#include "matrix.h"

void sl_attach(starling_matrix *A, struct sl_attachment *attachment)
{
    attachment->next = A->attachment;
    A->attachment = attachment;
}

struct sl_attachment *sl_attached(const starling_matrix *A, const struct sl_attachment_kind *kind)
{
    struct sl_attachment *a = A->attachment;
    while (a && a->kind != kind)
        a = a->next;
    return a;
}

void sl_detach(starling_matrix *A, struct sl_attachment *attachment)
{
    struct sl_attachment **a = &A->attachment;
    while (*a && *a != attachment)
        a = &(*a)->next;
    if (*a)
        *a = attachment->next;
}

void sl_attachments_written(starling_matrix *A, starling_sequence *seq)
{
    for (struct sl_attachment *a = A->attachment, *next; a; a = next) {
        next = a->next;
        if (a->kind->written)
            a->kind->written(A, a, seq);
    }
}

void sl_attachments_settle(starling_matrix *A)
{
    for (struct sl_attachment *a = A->attachment, *next; a; a = next) {
        next = a->next;
        if (a->kind->settle)
            a->kind->settle(A, a);
    }
}

void sl_attachments_free(starling_matrix *A, starling_sequence *seq)
{
    for (struct sl_attachment *a = A->attachment, *next; a; a = next) {
        next = a->next;
        a->kind->free(a, seq);
    }
    A->attachment = NULL;
}
