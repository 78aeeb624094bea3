/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An application whose numbers have a comma (setlocale) and one whose numbers have a point share
 * StarPU's measurements: no file is taken for a damaged one, and all have points. */

#include <dirent.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

static char folder[300];
static int notices;

static void hear(const char *routine, int info, const char *message, void *data)
{
    (void)routine, (void)info, (void)data;
    notices++;
    printf("# %s\n", message);
}

/* Models are written for what has been measured. */
static bool computes(void)
{
    struct array a = array_new(STARLING_D, 240, 240, 0);
    array_spd(&a, 'L', 1);
    setenv("STARPU_CALIBRATE", "1", 1);
    starling_matrix *A = wrap(&a, 20, 20);
    int info = starling_potrf(STARLING_LOWER, A);
    starling_matrix_destroy(A);
    array_free(&a);
    return info == 0 && starling_finalize() == 0 && notices == 0;
}

static bool has_comma(void)
{
    char text[10];
    return snprintf(text, sizeof text, "%g", 1.5) > 0 && strcmp(text, "1,5") == 0;
}

static int with_a_comma(void)
{
    bool comma = setlocale(LC_ALL, "de_DE.UTF-8") && has_comma();
    return comma && computes() && has_comma() ? 0 : 1;
}

/* The bandwidths of the bus, which are real numbers. */
static bool have_points(void)
{
    char path[400];
    snprintf(path, sizeof path, "%s/.starpu/sampling/bus/check.bandwidth", folder);
    char *text = read_file(path);
    bool good = strchr(text, '.') && !strchr(text, ',');
    free(text);
    return good;
}

static bool make_locale(void)
{
    char command[900], *home = getenv("STARPU_HOME");
    snprintf(folder, sizeof folder, "%s/check_locale.XXXXXX", home ? home : "/tmp");
    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >'%s/log' 2>&1",
             folder, folder);
    setenv("LOCPATH", folder, 1);
    setenv("STARPU_HOME", folder, 1);
    setenv("STARPU_HOSTNAME", "check", 1);
    return system(command) >= 0 && setlocale(LC_ALL, "de_DE.UTF-8") && setlocale(LC_ALL, "C");
}

int main(int argc, char **argv)
{
    starling_set_error_handler(hear, NULL);
    if (argc > 1)
        return strcmp(argv[1], "comma") == 0 ? with_a_comma() : computes() ? 0 : 1;
    if (!make_locale()) {
        printf("1..0 # SKIP no localedef, or nothing that it can make a locale of\n");
        return 0;
    }
    is_integer(run_child("comma"), 0, "the first program has commas");
    ok(have_points(), "its measurements have points");
    is_integer(run_child("point"), 0, "the second one has points");
    is_integer(run_child("comma"), 0, "and the third one commas again");
    ok(have_points(), "the measurements still have points");
    return done_testing();
}
