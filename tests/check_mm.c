/*
 * The Matrix Market reader: values, and the exact sentence for each mistake.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/mm.h"
#include "tap.h"

#define FILE_NAME "check_mm.mtx"
#define BANNER "%%MatrixMarket matrix "

static char err[512];

/* Reads a text as a file would be read. */
static int read_text(const char *text, struct mm *a)
{
    write_file(FILE_NAME, text, strlen(text));
    err[0] = '\0';
    return mm_read(FILE_NAME, false, a, err, sizeof err);
}

/* The text is refused with 'FILE:' and this sentence, and leaves no matrix behind. */
static void refused(const char *text, const char *sentence)
{
    struct mm a;
    char expected[256];
    snprintf(expected, sizeof expected, FILE_NAME ":%s", sentence);
    int status = read_text(text, &a);
    is_string(err, expected, expected);
    ok(status == -1 && !a.values && a.m == 0, "no matrix after this error");
    mm_free(&a);
}

/* The text is accepted with these values, bit for bit. */
static void accepted(const char *text, int64_t m, int64_t n, int64_t entries,
                     const double *values, const char *what)
{
    struct mm a;
    bool good = ok(read_text(text, &a) == 0, "%s: read", what);
    if (!good)
        note("error", err);
    good = good && a.m == m && a.n == n && a.entries == entries;
    for (int64_t i = 0; good && i < m * n * (a.is_complex ? 2 : 1); i++)
        good = a.values[i] == values[i];
    ok(good, "%s: size and values", what);
    mm_free(&a);
}

static void check_values(void)
{
    accepted(BANNER "coordinate real general\n% note\n\n2 3 2\n1 3 -1.5e2\n2 1 .25\n",
             2, 3, 2, (double[]){0, .25, 0, 0, -150, 0}, "coordinate real general");
    accepted(BANNER "coordinate real symmetric\r\n2 2 2\r\n1 1 4\r\n2 1 -1\r\n", 2, 2,
             2, (double[]){4, -1, -1, 0}, "symmetric, CRLF");
    accepted("%%matrixmarket MATRIX Coordinate Integer Skew-Symmetric\n2 2 1\n2 1 7", 2,
             2, 1, (double[]){0, 7, -7, 0}, "skew-symmetric integer, no last newline");
    accepted(BANNER "coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 1 2\n", 2, 2, 2,
             (double[]){3, 0, 1, 2, 1, -2, 0, 0}, "hermitian");
    accepted(BANNER "coordinate complex symmetric\n2 2 1\n2 1 1 2\n", 2, 2, 1,
             (double[]){0, 0, 1, 2, 1, 2, 0, 0}, "complex symmetric");
    accepted(BANNER "coordinate complex skew-symmetric\n2 2 1\n2 1 1 2\n", 2, 2, 1,
             (double[]){0, 0, 1, 2, -1, -2, 0, 0}, "complex skew-symmetric");
    accepted(BANNER "array real general\n2 3\n1\n2\n 3 \n4\n% late comment\n5\n\n6\n\n",
             2, 3, 6, (double[]){1, 2, 3, 4, 5, 6}, "array, by columns");
    accepted(BANNER "array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", 3, 3, 6,
             (double[]){1, 2, 3, 2, 4, 5, 3, 5, 6}, "array symmetric");
    accepted(BANNER "array real skew-symmetric\n3 3\n1\n2\n3\n", 3, 3, 3,
             (double[]){0, 1, 2, -1, 0, 3, -2, -3, 0}, "array skew-symmetric");
    accepted(BANNER "array complex hermitian\n2 2\n1 0\n2 3\n4 0\n", 2, 2, 3,
             (double[]){1, 0, 2, 3, 2, -3, 4, 0}, "array hermitian");
    accepted(BANNER "array real general\n3 1\n1e-320\n1e-999\n0x1.8p1\n", 3, 1, 3,
             (double[]){1e-320, 0, 3}, "tiny, hexadecimal");
    accepted(BANNER "array real general\n5 1\n1D0\n-1.5d+3\n2.5D-2\n1.d2\n0x1d\n", 5, 1, 5,
             (double[]){1, -1500, 0.025, 100, 29}, "Fortran's exponents");
    accepted("\xef\xbb\xbf" BANNER "array real general\n1 1\n1\n", 1, 1, 1, (double[]){1},
             "UTF-8 with its mark");
    accepted(BANNER "array real general\n0 0\n", 0, 0, 0, NULL, "empty array");
    accepted(BANNER "coordinate real general\n0 7 0\n", 0, 7, 0, NULL, "no rows");
    accepted(BANNER "array real general\n0 9000000000000000000\n", 0,
             9000000000000000000, 0, NULL, "no rows and very many columns");
}

static void check_banner(void)
{
    refused("", "1: the file is empty");
    refused("\n\n", "2: the file is empty");
    refused("3 3 1\n", "1: the banner '%%MatrixMarket matrix ...' is missing");
    refused("% a comment\n", "1: the banner '%%MatrixMarket matrix ...' is missing");
    refused("%%MatrixMarket\n", "1: the banner ends before its object");
    refused("%%MatrixMarket vector array real general\n",
            "1: object 'vector' is not known; it is one of matrix");
    refused(BANNER "dense real general\n",
            "1: format 'dense' is not known; it is one of coordinate, array");
    refused(BANNER "array double general\n",
            "1: field 'double' is not known; it is one of real, integer, complex, "
            "pattern");
    refused(BANNER "array real\n", "1: the banner ends before its symmetry");
    refused(BANNER "array real lower\n",
            "1: symmetry 'lower' is not known; it is one of general, symmetric, "
            "hermitian, skew-symmetric");
    refused(BANNER "array real general x\n",
            "1: unexpected 'x' at the end of the line");
    refused(BANNER "coordinate pattern general\n",
            "1: a pattern file holds no values; real, integer or complex is needed");
    refused(BANNER "array real hermitian\n",
            "1: a hermitian matrix must have complex values");
}

static void check_size(void)
{
    refused(BANNER "array real general\n% only this\n",
            "2: the file ends before its size line");
    refused(BANNER "array real general\n2\n", "2: the number of columns is missing");
    refused(BANNER "array real general\n2 2 4\n",
            "2: unexpected '4' at the end of the line");
    refused(BANNER "coordinate real general\n2 2\n",
            "2: the number of entries is missing");
    refused(BANNER "coordinate real general\n2 2.0 1\n", "2: '2.0' is not an integer");
    refused(BANNER "coordinate real general\n2 -2 1\n", "2: a size cannot be negative");
    refused(BANNER "array real symmetric\n3 4\n",
            "2: a symmetric matrix must be square, not 3 x 4");
    refused(BANNER "array real general\n99999999999999999999 1\n",
            "2: '99999999999999999999' does not fit in 64 bits");
    refused(BANNER "array real general\n5000000000 5000000000\n",
            "2: a dense 5000000000 x 5000000000 matrix is larger than any memory");
#ifndef __SANITIZE_ADDRESS__ /* which ends the program where memory is short */
    refused(BANNER "array complex general\n750000000 750000000\n",
            "2: not enough memory for a dense 750000000 x 750000000 matrix (9e+09 GB)");
#endif
    refused(BANNER "coordinate real general\n-99999999999999999999 1 1\n",
            "2: '-99999999999999999999' does not fit in 64 bits");
    refused(BANNER "coordinate real general\n2 2 -1\n", "2: a size cannot be negative");
    refused(BANNER "coordinate real symmetric\n2 2 4\n1 1 1\n",
            "2: 4 entries are more than the 3 that fit");
}

static void check_entries(void)
{
    refused(BANNER "coordinate real general\n2 2 2\n1 1 1\n",
            "3: the file ends after 1 of 2 entries");
    refused(BANNER "array real general\n2 1\n1\n2\n3\n",
            "5: more than the 2 entries announced");
    refused(BANNER "coordinate real general\n2 2 1\n3 1 1\n",
            "3: row 3 is not between 1 and 2");
    refused(BANNER "coordinate real general\n2 2 1\n1 0 1\n",
            "3: column 0 is not between 1 and 2");
    refused(BANNER "coordinate real symmetric\n2 2 1\n1 2 1\n",
            "3: entry (1, 2) lies above the diagonal of a symmetric matrix");
    refused(BANNER "coordinate real skew-symmetric\n2 2 1\n2 2 0\n",
            "3: entry (2, 2) lies on the diagonal of a skew-symmetric matrix");
    refused(BANNER "coordinate complex hermitian\n2 2 1\n2 2 1 1\n",
            "3: diagonal entry 2 of a hermitian matrix has an imaginary part");
    refused(BANNER "coordinate real general\n2 2 2\n1 2 1\n%\n1 2 3\n",
            "5: entry (1, 2) appears twice");
    refused(BANNER "coordinate real general\n2 2 1\n1 1\n", "3: the value is missing");
    refused(BANNER "coordinate real general\n2 2 1\n1\n", "3: the column is missing");
    refused(BANNER "array complex general\n1 1\n1\n",
            "3: the imaginary part is missing");
    refused(BANNER "array real general\n1 1\n1.2.3\n", "3: '1.2.3' is not a number");
    refused(BANNER "array real general\n1 1\n1 2\n",
            "3: unexpected '2' at the end of the line");
    refused(BANNER "array integer general\n1 1\n1.0\n", "3: '1.0' is not an integer");
    refused(BANNER "array real general\n1 1\n-1e999\n",
            "3: '-1e999' is too large for double precision");
    refused(BANNER "array real general\n1 1\n1D999\n",
            "3: '1D999' is too large for double precision");
    refused(BANNER "array real general\n1 1\n1d\n", "3: '1d' is not a number");
    refused(BANNER "array real general\n1 1\n1d2d3\n", "3: '1d2d3' is not a number");
    refused(BANNER "array real general\n2 1\n1\nNaN\n", "4: 'NaN' is not a finite number");
    refused(BANNER "array complex general\n1 1\n1 -inf\n",
            "3: '-inf' is not a finite number");
    refused(BANNER "array real general\n1 1\n"
                   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
            "3: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is not a number");
    refused(BANNER "array real general\n1 1\n\x1b[1m\n", "3: '?[1m' is not a number");
}

/* The largest numbers that round to one of single precision's, and the next after them. */
static void check_single(void)
{
    struct mm a;
    static const char fits[] = BANNER "array complex general\n2 1\n"
                                      "3.40282356e38 -3.40282356e38\n1e-99 1\n";
    static const char large[] = BANNER "array real general\n2 1\n1\n-3.4028236e38\n";
    write_file(FILE_NAME, fits, sizeof fits - 1);
    ok(mm_read(FILE_NAME, true, &a, err, sizeof err) == 0 && a.values[0] == 3.40282356e38,
       "what single precision holds, as a double");
    mm_free(&a);
    write_file(FILE_NAME, large, sizeof large - 1);
    ok(mm_read(FILE_NAME, true, &a, err, sizeof err) == -1, "what it cannot hold");
    is_string(err, FILE_NAME ":4: '-3.4028236e38' is too large for single precision",
              "... in words");
    ok(mm_read(FILE_NAME, false, &a, err, sizeof err) == 0, "but double precision can");
    mm_free(&a);
}

int main(void)
{
    check_values();
    check_single();
    check_banner();
    check_size();
    check_entries();
    remove(FILE_NAME);
    return done_testing();
}
