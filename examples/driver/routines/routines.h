/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The routines of the command, and what each of them is described by. A family of
 * routines is three files: FAMILY.c has a struct routine for each, FAMILY_check.c what
 * is compiled once a precision (residual, LAPACK), and FAMILY_peer.c cuSOLVER or
 * cuBLAS. */

#ifndef ROUTINES_H
#define ROUTINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <starling.h>

static inline size_t size_of_element(starling_precision prec)
{
    return prec == STARLING_S ? 4 : prec == STARLING_Z ? 16 : 8;
}

/* What --matrix asks for; matgen.c makes those from MATRIX_DEFINITE to MATRIX_DEFICIENT
 * by their singular values, the later ones by their elements. */
enum matrix_kind {
    MATRIX_RANDOM,
    MATRIX_FILE,
    MATRIX_DEFINITE,  /* Hermitian positive definite, eigenvalues from 1 to 1/cond */
    MATRIX_CONDITION, /* singular values from 1 to 1/cond */
    MATRIX_DEFICIENT, /* half of the singular values are 0 */
    MATRIX_GRADED,    /* rows and columns of falling size */
    MATRIX_SCALED,    /* rows of sizes far apart, in no order */
    MATRIX_WILKINSON, /* the largest growth that partial pivoting can have, 2^(n-1) */
    MATRIX_SINGULAR   /* a column of zeros */
};

/* Where operands start and end. */
enum place {
    PLACE_HOST,
    PLACE_DEVICE, /* the first GPU */
    PLACE_TILES   /* tiles that the library allocates, where they were last written */
};

/* The orders of the matrices of a batch */
enum vary { VARY_NOT, VARY_UNIFORM, VARY_NORMAL };

/* Rows and columns of processes; 0: the operands are in this process alone. */
struct grid {
    int rows, columns;
    int beside; /* above 1: each has so many columns of tiles side by side */
};

/* One combination of the options of a routine. */
struct problem {
    const struct routine *routine;
    starling_precision prec;
    int64_t m, n, k, kd, kl, ku, nrhs, mb, nb, pad; /* pad: leading dimension beyond the minimum */
    int64_t batch; /* matrices, if the routine has HAS_BATCH; nb is then those of a chunk,
                    * or 0 if the orders vary: as the library chooses */
    enum vary vary; /* m and n are the largest ones */
    int64_t nb_c; /* columns of a tile of C, if a routine cuts it in another way than A */
    starling_uplo uplo;
    starling_trans transa, transb;
    starling_side side;
    starling_diag diag;
    starling_job job;
    int itype; /* of a generalized eigenproblem */
    int64_t il, iu; /* the wanted eigenvalues, from 1 */
    starling_norm norm;
    uint64_t seed;
    enum place place;
    enum matrix_kind matrix; /* A */
    const struct mm *file;
    double cond; /* its condition number */
    struct grid grid;
};

/* Operands in the order of the routine's arguments: A, B, C. One matrix each; a routine
 * leaves its results in them. */
enum { OPERANDS = 6 };
enum operand {
    GENERAL,
    DEFINITE,
    HERMITIAN,
    TRIANGULAR,
    FACTOR,
    BAND /* LAPACK's array of a positive definite band */
};
struct shape {
    enum operand kind;
    bool used;
    int64_t m, n;
    bool by_rows; /* cut into block rows of nb, not as the problem says */
    int64_t nb;   /* columns of a tile; 0: as the problem says */
    bool real;    /* real numbers, in complex precisions, too */
    int64_t columns; /* of each matrix, if the matrices of a batch stand side by side in it */
    int64_t diagonal; /* of a BAND: the row that has it */
};

static inline starling_precision precision_of(const struct problem *p, const struct shape *s)
{
    bool single = p->prec == STARLING_S || p->prec == STARLING_C;
    return !s->real ? p->prec : single ? STARLING_S : STARLING_D;
}

static inline struct shape shape_of(enum operand kind, int64_t m, int64_t n)
{
    return (struct shape){.kind = kind, .used = true, .m = m, .n = n};
}

/* Where column j of an operand has its diagonal element. */
static inline int64_t diagonal_row(const struct shape *s, int64_t j)
{
    return s->kind == BAND ? s->diagonal : j % (s->columns > 0 ? s->columns : s->n);
}

/* A column of m real numbers in one tile. */
static inline struct shape real_column(int64_t m)
{
    struct shape s = shape_of(GENERAL, m, 1);
    s.real = true;
    return s;
}

/* What a routine on a batch is called with. The arrays have the integers of all matrices;
 * those of batches on a GPU are there, and these are copies. */
struct batches {
    starling_batch *operand[OPERANDS], *ipiv, *infos;
    int *ipiv_array, *info_array, *device_ipiv, *device_info;
    enum place place;
    int64_t failed; /* the first matrix of which info is not 0; -1: none */
};

/* What a routine is called with: the operands, and room for the real numbers among its
 * results. */
struct call {
    const struct problem *p;
    starling_matrix *matrix[OPERANDS];
    struct batches batches; /* in place of matrices */
    void *array[OPERANDS];  /* the same for a routine on ARRAYS */
    int64_t ld[OPERANDS], *ipiv;
    double *values;
};

/* What a residual is made of: the operands before and after the run, by columns, in the
 * precision of the problem, with the same leading dimensions. What is not a matrix
 * comes beside them. */
struct result {
    const struct problem *p;
    void *before[OPERANDS], *after[OPERANDS];
    int64_t ld[OPERANDS];
    const int64_t *ipiv;  /* NULL: the routine gives none */
    const void *tau;      /* the same */
    const double *values; /* the same */
};

/* A scaled residual, right below 30 (residual.h); a NaN is wrong. It may overwrite
 * `before`. */
typedef double residual_function(const struct result *r);

/* The operands of a routine of LAPACK or BLAS, which overwrites them. */
struct host_arrays {
    const struct problem *p;
    void *a[OPERANDS];
    int64_t ld[OPERANDS];
    int *ipiv;
    void *tau;
    double *values;
};

/* info; 0 from BLAS. */
typedef int lapack_function(const struct host_arrays *x);

/* What is compiled once a precision. NULL: there is none, which the user is told. */
struct numerics {
    residual_function *residual;
    lapack_function *lapack;
};

/* The options and the traits of a routine. */
enum {
    /* Options of the command line. */
    HAS_M = 1 << 0,
    HAS_K = 1 << 1, /* an inner dimension: tiles are chosen for a product */
    HAS_NRHS = 1 << 2,
    HAS_MB = 1 << 3,
    HAS_UPLO = 1 << 4,
    HAS_UPLO_OR_ALL = 1 << 5, /* a triangle or, by default, all of a matrix */
    HAS_TRANSA = 1 << 6,
    HAS_TRANSB = 1 << 7,
    HAS_TRANS = 1 << 8,
    HAS_SIDE = 1 << 9,
    HAS_DIAG = 1 << 10,
    HAS_NORM = 1 << 11,
    HAS_DEFINITE_MATRIX = 1 << 12, /* --matrix, with kinds that are positive definite */
    HAS_GENERAL_MATRIX = 1 << 13,  /* --matrix, with kinds that are not */
    HAS_KD = 1 << 14,              /* subdiagonals of a band */
    HAS_JOB = 1 << 15,
    HAS_ITYPE = 1 << 16,
    HAS_KL_KU = 1 << 27, /* subdiagonals and superdiagonals of a band */
    HAS_RANGE = 1 << 28, /* some of the eigenvalues */
    HAS_BATCH = 1 << 29, /* its operands are batches */
    /* Traits. */
    GIVES_IPIV = 1 << 17,       /* interchanges, which the first operand keeps */
    GIVES_GROWTH = 1 << 18,     /* A becomes factors: their growth is reported */
    FINDS_ZERO_PIVOT = 1 << 19, /* of a singular matrix info is the number of a pivot */
    TAKES_A_COPY = 1 << 20,     /* the library allocates a second matrix of A's size */
    USES_UP_IPIV = 1 << 21,     /* A has interchanges before it, and none after it */
    COUNTS_ELEMENTS = 1 << 22,  /* its operations are elements that it reads or writes */
    RUNS_AT_ONCE = 1 << 23,     /* it returns when it is done: it has no graph */
    GIVES_TAU = 1 << 24,        /* reflectors, which the first operand keeps ... */
    REFLECTORS_IN_ROWS = 1 << 25,   /* ... as rows: LQ */
    REFLECTORS_OF_EITHER = 1 << 26, /* ... of LQ if there are fewer rows than columns */
    GIVES_INFOS = 1 << 30,      /* info of each matrix of a batch */
};

/* How its operands are cut. */
enum tiles {
    SQUARE_TILES,    /* with HAS_K the library's tiles for a product */
    TILES_OF_SIDE,   /* squares for a product with a square matrix at a side */
    TILES_OF_LU,     /* squares or block columns */
    TILES_OF_LDL,    /* block columns of an indefinite matrix */
    TILES_OF_QR,     /* block columns, and block rows for products from the right */
    TILES_OF_BAND,   /* block columns for a reduction to a band */
    TILES_OF_SWEEPS, /* and of V2, for bulge chasing */
    TILES_OF_STEDC,  /* block columns, halves of halves */
    CHUNKS,          /* of a batch: nb matrices each */
    ARRAYS           /* not at all: it is there for arrays only, in main memory */
};

struct routine {
    const char *name, *summary;
    unsigned has;              /* of the bits above */
    enum tiles tiles;
    starling_trans transposed; /* what --transa t and c both mean; 0: each its own */
    void (*shapes)(const struct problem *p, struct shape operand[OPERANDS]);
    double (*flops)(const struct problem *p);
    /* How many real numbers are among its results; NULL: none. */
    int64_t (*values)(const struct problem *p);
    int (*submit)(const struct call *call, starling_sequence *seq);
    /* tau of its reflectors; NULL: starling_matrix_get_tau() */
    int (*tau)(const struct call *call, void *tau);
    /* What a run tells of itself below its row; NULL: nothing. */
    void (*tell)(const struct call *call, char *text, size_t size);
    const struct routine *after; /* runs before it on the same operands, not timed */
    const struct routine *each;  /* of a batch: what it does with each matrix */
    const struct numerics *numerics[4]; /* by precision */
    const struct peer_routine *peer;    /* cuSOLVER or cuBLAS (peer.h); NULL: none */
    const struct peer_routine *gesvdp;  /* cuSOLVER's way by a polar decomposition; NULL: none */
    const struct mg_routine *mg;        /* cuSOLVERMg (peer_mg.h); NULL: none */
    const struct captured *captured;    /* for `machine --capture`; NULL: nothing */
};

/* The kernels that `starling machine --capture` times while the routine runs, and on
 * what. */
struct captured {
    bool panels; /* of one block column, n tiles wide; else n x n tiles */
    int n;
    const char *const
        *operation; /* as codelets/machine_times.c names them; the last is NULL */
};

static inline bool is_real(const struct routine *routine)
{
    return !routine->numerics[STARLING_Z];
}

/* In the order of the help; the last is NULL. */
extern const struct routine *const routines[];
const struct routine *find_routine(const char *name);

/* A family defines those that its routines refer to. */
struct peer_routine;
struct mg_routine;
#define DECLARE_NUMERICS(name)                                                         \
    extern const struct numerics name##_numerics_s, name##_numerics_d,                 \
        name##_numerics_c, name##_numerics_z;
#define ROUTINE(name)                                                                  \
    extern const struct routine routine_##name;                                        \
    DECLARE_NUMERICS(name)                                                             \
    extern const struct peer_routine name##_peer;                                      \
    extern const struct mg_routine name##_mg;
#include "routines/routines.def"
#undef ROUTINE
#define NUMERICS(name)                                                                 \
    {                                                                                  \
        &name##_numerics_s, &name##_numerics_d, &name##_numerics_c, &name##_numerics_z \
    }

/* Of a routine in mixed precision: d and z. */
#define WIDE_NUMERICS(name)                                                            \
    {                                                                                  \
        NULL, &name##_numerics_d, NULL, &name##_numerics_z                             \
    }

/* Of a routine that is there in s and d only. */
#define REAL_NUMERICS(name)                                                            \
    {                                                                                  \
        &name##_numerics_s, &name##_numerics_d, NULL, NULL                             \
    }

/* Tiles of a matrix for LU. nb = 0: as the library chooses. mb < 0: square tiles or
 * block columns, as the library would have them; 0: block columns. */
void lu_tiles(starling_precision prec, int64_t m, int64_t n, int64_t *mb, int64_t *nb);

/* The routine by BLAS or LAPACK on host arrays, which it overwrites: seconds, without
 * the routine before it, and its info. There has to be one. */
double lapack_time(const struct host_arrays *x, int threads, int *info);

#endif
