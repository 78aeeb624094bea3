# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# Writes StarPU's files about buses from a description of a machine (schedulers/machines/README):
# base.config, base.bandwidth, base.latency and base.platform.v4.xml, which are all that StarPU 1.4 reads in
# simulation (base.affinity and the platform of SimGrid before 3.13 it does not); base.study is the
# laboratory's. Node 0 is the host's memory, node i + 1 that of GPU i. Lines about kernels' times are the
# library's to read. With -v machines=N the platform is a cluster of N such machines, for SMPI, and base.hosts
# has the names of its hosts.

function fail(text)
{
    print file ":" line ": " text >"/dev/stderr"
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

# A later line wins, so that a file may include another and change what differs.
function read_line(    i, p)
{
    sub(/#.*/, "")
    if (NF == 0)
        return
    if ($1 == "include") {
        i = line
        read_file(directory $2)
        line = i
    } else if ($1 == "cores")
        cores = number($2)
    else if ($1 == "gpus") {
        gpus = number($2)
        memory = number($3)
        gpu_model = ""
        for (i = 4; i <= NF; i++)
            gpu_model = gpu_model (i > 4 ? " " : "") $i
    } else if ($1 == "link") {
        pairs($2)
        for (p in pair) {
            bandwidth[p] = 1000 * number($3)
            latency[p] = number($4)
        }
    } else if ($1 == "bus")
        read_bus()
    else if ($1 == "network") {
        network = number($2)
        message = number($3)
        network_latency = number($4)
    } else if ($1 == "study")
        study = $2 " " $3
    else if ($1 !~ /^(time|panel|memory)$/)
        fail("'" $1 "' begins no line of a machine")
}

# A route that a bus lists twice takes twice of it. StarPU looks for "Host" and " through" in names
# to tell which GPUs share what.
function read_bus(    i, p)
{
    bus[++buses] = $2 == "host" ? "Host" : $2
    sub(/-through$/, " through", bus[buses])
    rate[buses] = number($3)
    for (i = 4; i <= NF; i++) {
        pairs($i)
        for (p in pair)
            through[p] = through[p] " " buses
    }
}

function read_file(path,    before)
{
    if (path in reading)
        fail("includes no file, or itself")
    reading[path]
    before = file
    file = path
    for (line = 1; (more = getline <path) > 0; line++)
        read_line()
    if (more < 0)
        fail("cannot be read")
    close(path)
    delete reading[path]
    file = before
}

# StarPU forgets the last row and the last column.
function write_matrix(out, value,    i, j)
{
    print "# row: from, column: to; the host's memory, then each GPU's" >out
    for (i = 0; i <= gpus + 1; i++) {
        for (j = 0; j <= gpus; j++)
            printf i <= gpus ? "%.6f\t" : "nan\t", value[i, j] >out
        print "nan" >out
    }
    close(out)
}

# prefix: of a machine in a cluster.
function write_host(out, name, properties)
{
    printf "   <host id=\"%s\" speed=\"2000000000f\"%s\n", prefix name, properties ? ">" : "/>" >out
    if (properties)
        printf "     <prop id=\"model\" value=\"%s\"/>\n     <prop id=\"memsize\" value=\"%.0f\"/>\n" \
               "     <prop id=\"memcpy_peer\" value=\"1\"/>\n   </host>\n", gpu_model, \
               memory * 2 ^ 30 >out
}

function write_route(out, i, j,    n, k, used)
{
    printf "   <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\"><link_ctn id=\"%s-%s\"/>", \
           prefix node(i), prefix node(j), prefix node(i), node(j) >out
    n = split(through[i, j], used, " ")
    for (k = 1; k <= n; k++)
        printf "<link_ctn id=\"%s\"/>", prefix bus[used[k]] >out
    print "</route>" >out
}

# A machine as a zone.
function write_zone(out, name,    i, j)
{
    print " <zone id=\"" name "\" routing=\"Full\">\n   <host id=\"" prefix "MAIN\" speed=\"1f\"/>\n" \
          "   <host id=\"" prefix "RAM\" speed=\"1f\"/>" >out
    for (i = 0; i < cores; i++)
        write_host(out, "CPU" i, 0)
    for (i = 0; i < gpus; i++)
        write_host(out, "CUDA" i, 1)
    for (i = 1; i <= buses; i++)
        printf "   <link id=\"%s\" bandwidth=\"%.0fBps\" latency=\"0s\"/>\n", prefix bus[i], \
               1e9 * rate[i] >out
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j)
                printf "   <link id=\"%s-%s\" bandwidth=\"%.0fBps\" latency=\"%.9fs\"/>\n", \
                       prefix node(i), node(j), 1e6 * bandwidth[i, j], 1e-6 * latency[i, j] >out
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j)
                write_route(out, i, j)
    print " </zone>" >out
}

# The names of hosts and zones are those that StarPU looks for. A message goes through the links of its
# two machines, which messages share, and takes no more than its part of them.
function write_cluster(out, hosts,    k)
{
    print " <zone id=\"ASroot\" routing=\"None\">" >out
    printf "  <cluster id=\"network\" prefix=\"machine\" suffix=\"\" radical=\"0-%d\" speed=\"1Gf\" " \
           "bw=\"%.0fBps\" lat=\"0s\" sharing_policy=\"SPLITDUPLEX\" bb_bw=\"%.0fBps\" bb_lat=\"%.9fs\" " \
           "bb_sharing_policy=\"FATPIPE\"/>\n", machines - 1, 1e9 * network, 1e9 * message, \
           1e-6 * network_latency >out
    for (k = 0; k < machines; k++) {
        prefix = "StarPU-MPI" k "-"
        write_zone(out, "StarPU-MPI" k)
        print "machine" k >hosts
    }
    print " </zone>" >out
    close(hosts)
}

# Latencies and bandwidths are measured ones: SimGrid's corrections for TCP and MPI do not apply.
function write_platform(out)
{
    print "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM " \
          "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n" \
          " <config id=\"General\">\n   <prop id=\"network/TCP-gamma\" value=\"-1\"/>\n" \
          "   <prop id=\"network/latency-factor\" value=\"1\"/>\n" \
          "   <prop id=\"network/bandwidth-factor\" value=\"1\"/>\n" \
          "   <prop id=\"network/weight-S\" value=\"0.0\"/>\n" \
          "   <prop id=\"network/crosstraffic\" value=\"0\"/>" >out
    if (machines)
        print "   <prop id=\"smpi/bw-factor\" value=\"0:1\"/>\n   <prop id=\"smpi/lat-factor\" value=\"0:1\"/>" >out
    print " </config>" >out
    if (machines)
        write_cluster(out, base ".hosts")
    else
        write_zone(out, "AS0")
    print "</platform>" >out
    close(out)
}

BEGIN {
    directory = machine
    sub(/[^\/]*$/, "", directory)
    read_file(machine)
    file = machine
    if (cores < 1)
        fail("there are no cores: a line 'cores NUMBER' is missing")
    for (i = 0; i <= gpus; i++)
        for (j = 0; j <= gpus; j++)
            if (i != j && !(bandwidth[i, j] > 0))
                fail("no link goes from " node(i) " to " node(j))
    if (machines && !(network > 0))
        fail("there is no network: a line 'network GB/S GB/S US' is missing")
    config = base ".config"
    printf "%d # Number of CPUs\n1 # Number of NUMA nodes\n%d # Number of CUDA nodes\n", cores, \
           gpus >config
    close(config)
    print study >(base ".study")
    write_matrix(base ".bandwidth", bandwidth)
    write_matrix(base ".latency", latency)
    write_platform(base ".platform.v4.xml")
}
