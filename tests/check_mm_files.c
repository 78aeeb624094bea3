/*
 * Matrix Market files as files: those that cannot be opened, standard input, the
 * writer, and the two real matrices that come with the examples.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <unistd.h>

#include "config.h"
#include "files/mm.h"
#include "tap.h"

#define FILE_NAME "check_mm_files.mtx"
#define BANNER "%%MatrixMarket matrix "

static char err[512];

/* A file of these bytes is refused with this sentence. */
static void refused(const char *bytes, size_t count, const char *sentence)
{
    struct mm a;
    char expected[256];
    snprintf(expected, sizeof expected, FILE_NAME ": %s", sentence);
    write_file(FILE_NAME, bytes, count);
    ok(mm_read(FILE_NAME, false, &a, err, sizeof err) == -1, "%s: refused", sentence);
    is_string(err, expected, sentence);
}

/* Files of other kinds. */
static void check_kinds(void)
{
    refused("\xff\xfe%\0", 4, "the file is UTF-16; convert it by iconv -f UTF-16 -t UTF-8");
    refused("\xfe\xff\0%", 4, "the file is UTF-16; convert it by iconv -f UTF-16 -t UTF-8");
    refused("%\0%\0", 4, "the file is UTF-16; convert it by iconv -f UTF-16LE -t UTF-8");
    refused("\0%\0%", 4, "the file is UTF-16; convert it by iconv -f UTF-16BE -t UTF-8");
    refused("BZh91AY", 7, "the file is compressed by bzip2; decompress it by bunzip2");
    refused("\xfd" "7zXZ\0", 6, "the file is compressed by xz; decompress it by unxz");
    refused("\x28\xb5\x2f\xfd", 4, "the file is compressed by zstd; decompress it by unzstd");
    refused("PK\3\4", 4, "the file is a zip archive; extract the matrix from it by unzip");
    /* the head of a gzip file, and nothing after it */
#ifdef HAVE_ZLIB
    refused("\x1f\x8b\10\0\0\0\0\0\0\3", 10, "the compressed file ends too early");
    refused("\x1f\x8b\10\0\0\0\0\0\0\3\7junk", 15, "the compressed file is damaged");
#else
    refused("\x1f\x8b\10\0\0\0\0\0\0\3", 10, "the file is compressed by gzip, and Starling "
            "was built without zlib; decompress it by gunzip");
#endif
}

/* What is not about a line: files that cannot be opened, odd bytes, long lines. */
static void check_files(void)
{
    struct mm a;
    ok(mm_read("no/such.mtx", false, &a, err, sizeof err) == -1, "a missing file");
    is_string(err, "no/such.mtx: No such file or directory", "... in words");
    ok(mm_read(".", false, &a, err, sizeof err) == -1, "a directory");
    is_string(err, ".: Is a directory", "... in words");

    static const char nul[] = BANNER "array real general\n1 1\n1\0002\n";
    write_file(FILE_NAME, nul, sizeof nul - 1);
    ok(mm_read(FILE_NAME, false, &a, err, sizeof err) == -1, "a zero byte");
    is_string(err, FILE_NAME ":3: '1?2' is not a number", "... in words");

    char small[20];
    mm_read(FILE_NAME, false, &a, small, sizeof small);
    ok(strlen(small) == 19, "an error cut to the caller's buffer");

    size_t length = 3000000;
    char *text = malloc(length + 100);
    strcpy(text, BANNER "array real general\n%");
    memset(text + strlen(text), 'x', length - strlen(text));
    strcpy(text + length, "\n1 1\n42\n");
    write_file(FILE_NAME, text, strlen(text));
    ok(mm_read(FILE_NAME, false, &a, err, sizeof err) == 0 && a.values[0] == 42,
       "a comment of three million characters");
    mm_free(&a);
    free(text);

    /* a line that never ends is not read until memory does */
    length = (64 << 20) + 2;
    text = malloc(length);
    memset(text, 'x', length);
    refused(text, length, "a line is longer than 64 MiB; this is no text file");
    free(text);

    static const char one[] = BANNER "array real general\n1 1\n8\n";
    write_file(FILE_NAME, one, sizeof one - 1);
    ok(freopen(FILE_NAME, "r", stdin) && mm_read("-", false, &a, err, sizeof err) == 0 &&
           a.values[0] == 8,
       "standard input");
    mm_free(&a);
    ok(mm_read("-", false, &a, err, sizeof err) == -1, "standard input, at its end");
    is_string(err, "standard input:1: the file is empty", "... in words");
}

/* Writes and reads back; everything but the number of entries must be the same. */
static void round_trip(bool is_complex, enum mm_symmetry symmetry)
{
    double values[18] = {0}, third = 1.0 / 3, tiny = 4.9e-324, sign = 1;
    struct mm a = {3, 3, is_complex, symmetry, 0, values}, b;
    if (symmetry == MM_SKEW_SYMMETRIC)
        sign = -1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            for (int part = 0; part < 1 + is_complex; part++) {
                double v = part ? tiny * (i + 1) : third * (i + 1) + 1e300 * j;
                if (i == j && (symmetry == MM_SKEW_SYMMETRIC || part))
                    v = 0;
                double mirror = symmetry == MM_HERMITIAN && part ? -v : sign * v;
                values[(1 + is_complex) * (j + 3 * i) + part] = mirror;
                values[(1 + is_complex) * (i + 3 * j) + part] = v;
            }
    bool good = mm_write(FILE_NAME, &a, "one\ntwo", err, sizeof err) == 0 &&
                mm_read(FILE_NAME, false, &b, err, sizeof err) == 0;
    ok(good && b.m == 3 && b.n == 3 && b.is_complex == is_complex &&
           b.symmetry == symmetry &&
           memcmp(values, b.values, (is_complex ? 18 : 9) * sizeof *values) == 0,
       "%s %s written and read back", is_complex ? "complex" : "real",
       mm_symmetry_name(symmetry));
    if (good)
        mm_free(&b);
}

static void check_writer(void)
{
    double values[] = {0.1, NAN, -INFINITY, 2};
    struct mm a = {2, 2, false, MM_GENERAL, 0, values};
    ok(mm_write(FILE_NAME, &a, "one\ntwo", err, sizeof err) == 0,
       "a matrix is written");
    char *text = read_file(FILE_NAME);
    is_string(text,
              BANNER "array real general\n% one\n% two\n2 2\n0.10000000000000001\nnan\n"
                     "-inf\n2\n",
              "... as expected");
    free(text);
    for (int symmetry = MM_GENERAL; symmetry <= MM_SKEW_SYMMETRIC; symmetry++) {
        if (symmetry != MM_HERMITIAN)
            round_trip(false, (enum mm_symmetry)symmetry);
        round_trip(true, (enum mm_symmetry)symmetry);
    }
    ok(mm_write("no/such.mtx", &a, NULL, err, sizeof err) == -1, "no such folder");
    is_string(err, "cannot write no/such.mtx: No such file or directory", "... in words");
    if (access("/dev/full", W_OK) == 0) {
        ok(mm_write("/dev/full", &a, NULL, err, sizeof err) == -1, "a full disk");
        is_string(err, "cannot write /dev/full: No space left on device", "... in words");
    }
}

/* The two real matrices that come with the examples. */
static void check_examples(void)
{
    const char *srcdir = getenv("srcdir") ? getenv("srcdir") : ".";
    char path[1024];
    struct mm a;
    snprintf(path, sizeof path, "%s/examples/data/494_bus.mtx", srcdir);
    if (ok(mm_read(path, false, &a, err, sizeof err) == 0, "494_bus is read")) {
        ok(a.m == 494 && a.n == 494 && a.entries == 1080 && !a.is_complex &&
               a.symmetry == MM_SYMMETRIC,
           "494_bus: size, entries, kind");
        ok(a.values[0] == 2220.874 && a.values[15] == -9.960159 &&
               a.values[15 * 494] == -9.960159 && a.values[1] == 0 &&
               a.values[493 + 493 * 494] == 110.9479,
           "494_bus: values");
    }
    mm_free(&a);

    snprintf(path, sizeof path, "%s/examples/data/bcsstk16.mtx", srcdir);
    if (ok(mm_read(path, false, &a, err, sizeof err) == 0, "bcsstk16 is read")) {
        ok(a.m == 4884 && a.n == 4884 && a.entries == 147631,
           "bcsstk16: size, entries");
        ok(a.values[0] == 285559874.9195 && a.values[3] == -146456504.1625 &&
               a.values[3 * 4884] == -146456504.1625 &&
               a.values[4883 + 4883 * 4884] == 1,
           "bcsstk16: values");
        int64_t filled = 0;
        for (int64_t i = 0; i < 4884 * 4884; i++)
            filled += a.values[i] != 0;
        is_integer(filled, 2 * 147631 - 4884, "bcsstk16: non-zeros of both triangles");
    }
    mm_free(&a);
}

int main(void)
{
    check_files();
    check_kinds();
    check_writer();
    check_examples();
    remove(FILE_NAME);
    return done_testing();
}
