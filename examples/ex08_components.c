/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Principal components of a table: the directions in which its rows vary most. The
 * columns of X are centred, and X = U S V^T (dgesdd): column j of V is component j, and
 * s_j^2 / (rows - 1) is the variance along it. The table is Fisher's 150 iris flowers;
 * the picture has the part of each component, and the flowers along the first two of
 * them.
 *
 *   cc ex08_components.c $(pkg-config --cflags --libs starling) -lm -o ex08
 *   ./ex08 data/iris.csv components.svg */

#include <math.h>
#include <stdio.h>
#include <starling.h>

enum { ROWS = 150, COLUMNS = 4 };
#ifndef TABLE
#define TABLE "data/iris.csv"
#endif

/* Reads the numbers below the line of names, and subtracts the mean of each column. */
static int read_centred(const char *path, double *x)
{
    FILE *file = fopen(path, "r");
    int got = file && fscanf(file, "%*[^\n]") == 0 ? COLUMNS : 0;
    for (int i = 0; i < ROWS && got == COLUMNS; i++)
        got = fscanf(file, "%lf,%lf,%lf,%lf,%*s", &x[i], &x[i + ROWS], &x[i + 2 * ROWS],
                     &x[i + 3 * ROWS]);
    if (file)
        fclose(file);
    for (int j = 0; j < COLUMNS; j++) {
        double mean = 0;
        for (int i = 0; i < ROWS; i++)
            mean += x[i + j * ROWS] / ROWS;
        for (int i = 0; i < ROWS; i++)
            x[i + j * ROWS] -= mean;
    }
    return got == COLUMNS;
}

static int draw(const char *path, const double *s, const double *u, double all)
{
    static const char *const colour[] = {"#3b7dd8", "#e07b39", "#4f7a3a"};
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"320\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<text x=\"20\" y=\"20\">variance of each component</text>\n"
            "<text x=\"280\" y=\"20\">flowers along the first two components</text>\n");
    for (int j = 0; j < COLUMNS; j++) {
        double part = s[j] * s[j] / all;
        fprintf(
            file,
            "<rect x=\"%d\" y=\"%.1f\" width=\"40\" height=\"%.1f\" fill=\"#777\"/>\n"
            "<text x=\"%d\" y=\"%.1f\">%.1f%%</text>\n",
            20 + 55 * j, 300 - 240 * part, 240 * part, 20 + 55 * j, 295 - 240 * part,
            100 * part);
    }
    for (int i = 0; i < ROWS; i++) /* three species */
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                450 + 40 * s[0] * u[i], 170 - 40 * s[1] * u[i + ROWS], colour[i / 50]);
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    /* The standard deviations that statistics programs print. */
    static const double known[COLUMNS] = {2.056269, 0.492616, 0.279660, 0.154386};
    static double x[ROWS * COLUMNS], u[ROWS * COLUMNS];
    double vt[COLUMNS * COLUMNS], s[COLUMNS], all = 0;
    int right = 1;
    if (!read_centred(argc > 1 ? argv[1] : TABLE, x)) {
        fprintf(stderr, "no table of %d x %d numbers\n", ROWS, COLUMNS);
        return 1;
    }
    int info = starling_dgesdd('S', ROWS, COLUMNS, x, ROWS, s, u, ROWS, vt, COLUMNS);
    if (info != 0) {
        fprintf(stderr, "starling_dgesdd: %d, %s\n", info, starling_strerror(info));
        return 1;
    }
    for (int j = 0; j < COLUMNS; j++)
        all += s[j] * s[j];
    printf(
        "component   deviation   part     sepal length, width, petal length, width\n");
    for (int j = 0; j < COLUMNS; j++) {
        double deviation = s[j] / sqrt(ROWS - 1);
        printf("%9d %11.6f %5.1f%%   ", j + 1, deviation, 100 * s[j] * s[j] / all);
        for (int k = 0; k < COLUMNS; k++)
            printf(" %9.5f", vt[j + k * COLUMNS]);
        printf("\n");
        right &= fabs(deviation - known[j]) < 1e-6;
    }
    return draw(argc > 2 ? argv[2] : "components.svg", s, u, all) && right ? 0 : 1;
}
