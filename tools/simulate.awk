# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# Writes StarPU's files about buses from a description of a machine (schedulers/machines/README):
# base.config, base.bandwidth, base.latency and base.platform.v4.xml. Node 0 is the host's memory,
# node i + 1 that of GPU i. Lines about kernels' times are the library's to read.

function fail(text)
{
    print FILENAME ":" FNR ": " text >"/dev/stderr"
    failed = 1
    exit 1
}

function number(text)
{
    if (text !~ /^[0-9.]+([eE][-+]?[0-9]+)?$/)
        fail("'" text "' is not a number")
    return text + 0
}

# members(TEXT, SET): the nodes of "host", "gpu1", "gpu0-3", "gpu*", "*", or several with commas, where
# a number alone is a GPU's: "gpu0,3".
function members(text, set,    n, i, k, part, ends)
{
    split("", set)
    n = split(text, part, ",")
    for (i = 1; i <= n; i++) {
        if (part[i] == "host")
            ends[1] = ends[2] = 0
        else if (part[i] == "*" || part[i] == "gpu*") {
            ends[1] = part[i] == "*" ? 0 : 1
            ends[2] = gpus
        } else if (part[i] ~ /^(gpu)?[0-9]+(-[0-9]+)?$/) {
            sub(/^gpu/, "", part[i])
            if (split(part[i], ends, "-") == 1)
                ends[2] = ends[1]
            ends[1]++
            ends[2]++
        } else
            fail("'" part[i] "' is neither host nor GPUs")
        if (ends[2] > gpus)
            fail("'" part[i] "': there are " gpus " GPUs")
        for (k = ends[1]; k <= ends[2]; k++)
            set[k]
    }
}

# pairs(TEXT): "FROM>TO" as pair[source, destination].
function pairs(text,    half, from, to, i, j)
{
    split("", pair)
    if (split(text, half, ">") != 2)
        fail("'" text "' is not FROM>TO")
    members(half[1], from)
    members(half[2], to)
    for (i in from)
        for (j in to)
            if (i != j)
                pair[i, j]
}

function node(i) { return i == 0 ? "RAM" : "CUDA" i - 1 }

BEGIN { cores = gpus = buses = 0 }
{ sub(/#.*/, "") }
NF == 0 { next }
$1 == "cores" { cores = number($2); next }
$1 == "gpus" {
    gpus = number($2)
    memory = number($3)
    for (i = 4; i <= NF; i++)
        gpu_model = gpu_model (i > 4 ? " " : "") $i
    next
}
$1 == "link" {
    pairs($2)
    for (p in pair) {
        bandwidth[p] = 1000 * number($3)
        latency[p] = number($4)
    }
    next
}
# A route that a bus lists twice takes twice of it. StarPU looks for "Host" and " through" in names
# to tell which GPUs share what.
$1 == "bus" {
    bus[++buses] = $2 == "host" ? "Host" : $2
    sub(/-through$/, " through", bus[buses])
    rate[buses] = number($3)
    for (i = 4; i <= NF; i++) {
        pairs($i)
        for (p in pair)
            through[p] = through[p] " " buses
    }
    next
}
$1 == "time" || $1 == "panel" || $1 == "memory" || $1 == "study" { next }
{ fail("'" $1 "' begins no line of a machine") }

# StarPU forgets the last row and the last column.
function write_matrix(file, value,    i, j)
{
    print "# row: from, column: to; the host's memory, then each GPU's" >file
    for (i = 0; i <= gpus + 1; i++) {
        for (j = 0; j <= gpus; j++)
            printf i <= gpus ? "%.6f\t" : "nan\t", value[i, j] >file
        print "nan" >file
    }
    close(file)
}

function write_host(file, name, properties)
{
    printf "   <host id=\"%s\" speed=\"2000000000f\"%s\n", name, properties ? ">" : "/>" >file
    if (properties)
        printf "     <prop id=\"model\" value=\"%s\"/>\n     <prop id=\"memsize\" value=\"%.0f\"/>\n" \
               "     <prop id=\"memcpy_peer\" value=\"1\"/>\n   </host>\n", gpu_model, \
               memory * 2 ^ 30 >file
}

function write_route(file, i, j,    n, k, used)
{
    printf "   <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\"><link_ctn id=\"%s-%s\"/>", \
           node(i), node(j), node(i), node(j) >file
    n = split(through[i, j], used, " ")
    for (k = 1; k <= n; k++)
        printf "<link_ctn id=\"%s\"/>", bus[used[k]] >file
    print "</route>" >file
}

# Latencies and bandwidths are measured ones: SimGrid's corrections for TCP do not apply.
function write_platform(file,    i, j)
{
    print "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM " \
          "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n" \
          " <config id=\"General\">\n   <prop id=\"network/TCP-gamma\" value=\"-1\"/>\n" \
          "   <prop id=\"network/latency-factor\" value=\"1\"/>\n" \
          "   <prop id=\"network/bandwidth-factor\" value=\"1\"/>\n" \
          "   <prop id=\"network/weight-S\" value=\"0.0\"/>\n" \
          "   <prop id=\"network/crosstraffic\" value=\"0\"/>\n </config>\n" \
          " <zone id=\"AS0\" routing=\"Full\">\n   <host id=\"MAIN\" speed=\"1f\"/>\n" \
          "   <host id=\"RAM\" speed=\"1f\"/>" >file
    for (i = 0; i < cores; i++)
        write_host(file, "CPU" i, 0)
    for (i = 0; i < gpus; i++)
        write_host(file, "CUDA" i, 1)
    for (i = 1; i <= buses; i++)
        printf "   <link id=\"%s\" bandwidth=\"%.0fBps\" latency=\"0s\"/>\n", bus[i], \
               1e9 * rate[i] >file
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j)
                printf "   <link id=\"%s-%s\" bandwidth=\"%.0fBps\" latency=\"%.9fs\"/>\n", \
                       node(i), node(j), 1e6 * bandwidth[i, j], 1e-6 * latency[i, j] >file
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j)
                write_route(file, i, j)
    print " </zone>\n</platform>" >file
    close(file)
}

END {
    if (failed)
        exit 1
    if (cores < 1)
        fail("there are no cores: a line 'cores NUMBER' is missing")
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j && !(bandwidth[i, j] > 0))
                fail("no link goes from " node(i) " to " node(j))
    file = base ".config"
    printf "%d # Number of CPUs\n1 # Number of NUMA nodes\n%d # Number of CUDA nodes\n", cores, \
           gpus >file
    close(file)
    write_matrix(base ".bandwidth", bandwidth)
    write_matrix(base ".latency", latency)
    write_platform(base ".platform.v4.xml")
}
