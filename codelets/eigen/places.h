/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of a merge of divide and conquer, as C and CUDA kernels know them. */

#ifndef SL_PLACES_H
#define SL_PLACES_H

/* A merge has two data, of the columns of its node. Real numbers, in SL_MERGE_NUMBERS columns: */
enum {
    SL_POLE,   /* poles of the secular equation, ascending, then eigenvalues that are deflated */
    SL_Z,      /* the update is rho z z^T */
    SL_FIRST,  /* first row of the eigenvectors of both halves, in the order of the poles */
    SL_LAST,   /* last row */
    SL_COSINE, /* rotation of a column with the next one of its chain, by columns of the halves */
    SL_SINE,
    SL_LEFT_COSINE, /* the same of left singular vectors, SL_LEFT columns behind */
    SL_LEFT_SINE,
    SL_MERGE_NUMBERS
};
enum { SL_LEFT = SL_LEFT_COSINE - SL_COSINE };
/* Integers, in SL_MERGE_PLACES columns with one more row than the node: */
enum {
    SL_SLOT,     /* of a pole: its column in the workspace; one row more: poles */
    SL_SOURCE,   /* of a column of the workspace: the column of the halves; more: columns that are
                  * not zero in the upper half */
    SL_PREVIOUS, /* of a column of the halves: the one before it in its chain of rotations, or -1;
                  * more: columns that are zero in the lower half */
    SL_NEXT,     /* the one behind it, or -1; more: not used */
    SL_MERGE_PLACES
};

#endif
