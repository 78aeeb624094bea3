# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Writes the Fortran module `starling` from the declarations of starling.h:
#   cc -E -P starling.h | awk -f starling.awk symbols=exports.sym >starling.f90
#
# - An enumerator becomes a parameter, a structure a type with bind(C).
# - A function of C becomes an interface with bind(C) of the same name and arguments.
# - A generic name stands for the functions of all precisions, and of matrix objects.
# A type of C that is not known here ends the script with status 1.

BEGIN {
    # Kinds of what is passed by value, and of arrays.
    kind["int"] = "integer(c_int)"
    kind["int64_t"] = "integer(c_int64_t)"
    kind["uint64_t"] = "integer(c_int64_t)"
    kind["uint32_t"] = "integer(c_int32_t)"
    kind["float"] = "real(c_float)"
    kind["double"] = "real(c_double)"
    kind["float _Complex"] = "complex(c_float_complex)"
    kind["double _Complex"] = "complex(c_double_complex)"
    kind["starling_complex_float"] = kind["float _Complex"]
    kind["starling_complex_double"] = kind["double _Complex"]
    kind["char"] = "character(kind=c_char)"
    kind["_Bool"] = "logical(c_bool)"
    kind["bool"] = kind["_Bool"]
    # Pointers to one element that the function sets; all others are arrays.
    split("rcond rowcnd colcnd scond amax rpvgrw value rank iter error equed progress m mb nb kd sdim sep abnrm ilo ihi", names)
    for (i in names) single[names[i]] = 1
    # Columns of a right-hand side: generic names take an array of rank 1, too.
    split("b solution x_", names)
    for (i in names) column[names[i]] = 1
}

NR == FNR && FILENAME ~ /exports/ { if (/^starling_/ && !/_cluster_/) public_[$1] = 1; next } # cluster: for libstarling-mpi
/^#/ { next }
{ text = text " " $0 }

function fail(why) { print "starling.awk: " why >"/dev/stderr"; failed = 1; exit 1 }
function trim(s) { gsub(/^ +| +$/, "", s); return s }
function emit(s) { print wrapped(s) }

# A line of at most 100 characters and its continuations.
function wrapped(s,    indent, out, i)
{
    match(s, /^ */)
    indent = substr(s, 1, RLENGTH)
    while (length(s) > 100) {
        for (i = 98; i > length(indent) && substr(s, i, 1) != ","; i--)
            ;
        if (i == length(indent)) fail("a line is too long: " s)
        out = out substr(s, 1, i) " &\n"
        s = indent "    " trim(substr(s, i + 1))
    }
    return out s
}

# The declaration of an argument; `name`, `type` and `stars` are what C says.
function declared(f, name, type, constant, stars, leading,    intent)
{
    if (stars == 0) {
        if (type in enums) type = "int"
        if (type == "starling_error_handler") return "type(c_funptr), value :: " name
        if (!(type in kind)) fail(f ": type " type)
        return kind[type] ", value :: " name
    }
    if (type ~ /^starling_.?select$/) return "type(c_funptr), value :: " name
    if (type in opaque) # an object
        return stars == 1 ? "type(c_ptr), value :: " name : "type(c_ptr), intent(out) :: " name
    intent = constant ? ", intent(in)" : ""
    if (stars == 2) # a list of pointers, or a pointer that is given
        return type == "starling_task" ? "type(c_ptr), intent(out) :: " name : \
                                         "type(c_ptr), intent(in) :: " name "(*)"
    if (type == "void" && (f ~ /_wrap/ || name == "data") || f ~ /_wrap_int/ && name == "a")
        return "type(c_ptr), value :: " name # memory that is kept
    if (type == "void") return "type(*)" intent " :: " name "(*)"
    if (type in structs) return "type(" type "), intent(out) :: " name
    if (!(type in kind)) fail(f ": type " type " *")
    if (type == "char" && constant) return kind[type] intent " :: " name "(*)"
    if (!constant && (name in single || (name == "berr" && f ~ /_(mixed|refined)$/) || \
                      (name ~ /^rcond/ && f ~ /geesx/) || (name == "s" && f ~ /trsen/)))
        return kind[type] (name == "equed" ? ", intent(inout)" : ", intent(out)") \
               (f ~ /_tile_size$/ ? ", optional" : "") " :: " name
    return kind[type] intent (name == "h" && f ~ /gepolar/ ? ", optional" : "") " :: " name \
           (leading != "" ? "(" leading ", *)" : "(*)")
}

# A member of a structure.
function member(s,    type, name, size, constant)
{
    constant = sub(/^const /, "", s)
    match(s, /^[A-Za-z0-9_]+ /)
    type = trim(substr(s, 1, RLENGTH))
    if (!(type in kind)) fail("a member of type " type)
    s = trim(substr(s, RLENGTH + 1))
    if (s ~ /^\*/) { sub(/^\* */, "", s); return "type(c_ptr) :: " s }
    gsub(/\[/, "(", s)
    gsub(/\]/, ")", s)
    return kind[type] " :: " s
}

# One enumeration, as parameters.
function enumeration(body,    n, list, i, pair, next_)
{
    n = split(body, list, ",")
    next_ = 0
    for (i = 1; i <= n; i++) {
        split(list[i], pair, "=")
        if (trim(pair[1]) == "") continue
        if (trim(pair[2]) ~ /^'.'$/) pair[2] = "iachar(" trim(pair[2]) ")"
        else if (trim(pair[2]) == "") pair[2] = next_
        parameters = parameters "    integer(c_int), parameter, public :: " trim(pair[1]) " = " trim(pair[2]) "\n"
        next_ = trim(pair[2]) + 1
        delete pair[2]
    }
}

function structure(body, name,    n, list, i, parts, m, j, type)
{
    structs[name] = 1
    types = types "\n    type, bind(C), public :: " name "\n"
    n = split(body, list, ";")
    for (i = 1; i <= n; i++) {
        if (trim(list[i]) == "") continue
        m = split(trim(list[i]), parts, ",")
        types = types "        " member(parts[1]) "\n"
        type = parts[1]
        sub(/ [^ ]*$/, "", type)
        for (j = 2; j <= m; j++)
            types = types "        " member(type " " trim(parts[j])) "\n"
    }
    types = types "    end type\n"
}

# Keeps a function of C: its arguments, declared.
function prototype(s,    f, result, list, n, i, k, stars, constant, leading)
{
    match(s, /starling_[a-z0-9_]+ *\(/)
    f = substr(s, RSTART, RLENGTH - 1)
    result = trim(substr(s, 1, RSTART - 1))
    sub(/ $/, "", f)
    s = substr(s, RSTART + RLENGTH)
    sub(/\) *$/, "", s)
    functions[++count] = f
    if (result == "void") results[f] = ""
    else if (result ~ /\*$/) results[f] = "type(c_ptr)"
    else if (result in enums) results[f] = "integer(c_int)"
    else if (result in kind) results[f] = kind[result]
    else fail(f ": result " result)
    arguments[f] = 0
    if (trim(s) == "void") return
    n = split(s, list, ",")
    for (i = 1; i <= n; i++) {
        k = list[i]
        constant = sub(/const /, "", k) && k !~ /\* *const/
        stars = gsub(/\*/, " ", k) + gsub(/\[\]/, "", k)
        gsub(/ const /, " ", k)
        sub(/^ *struct /, "", k)
        k = trim(k)
        match(k, /[A-Za-z0-9_]+$/)
        names_[i] = substr(k, RSTART)
        types_[i] = trim(substr(k, 1, RSTART - 1))
        stars_[i] = stars
        constants_[i] = constant
    }
    for (i = 1; i <= n; i++) { # Fortran knows no capital letters
        for (k = 1; k <= n; k++)
            if (k != i && tolower(names_[k]) == tolower(names_[i]) && names_[i] ~ /^[A-Z]/)
                names_[i] = types_[i] == "starling_batch" ? "batch" : "object"
    }
    arguments[f] = n
    for (i = 1; i <= n; i++) {
        leading = i < n && names_[i + 1] ~ /^ld/ && types_[i + 1] == "int64_t" && stars_[i + 1] == 0 ? names_[i + 1] : ""
        argument[f, i] = names_[i]
        text_[f, i] = declared(f, names_[i], types_[i], constants_[i], stars_[i], leading)
        if (names_[i] in column && leading != "") columns[f] = 1
    }
}

# The interface of f; rank 1: with columns as arrays of one dimension, under a name of its own.
function body(f, rank,    i, k, list, line, name, pass, heads, head, list_head, list_names)
{
    name = f (rank == 1 ? "_column" : "")
    for (i = 1; i <= arguments[f]; i++) list = list (i > 1 ? ", " : "") argument[f, i]
    line = "        " (results[f] == "" ? "subroutine " : "function ") name "(" list ") bind(C" \
           (rank == 1 ? ", name=\"" f "\"" : "") ")"
    emit(line (results[f] == "" ? "" : " result(returned)"))
    emit("            import")
    for (pass = 1; pass <= 2; pass++) { # the bounds of arrays after what they depend on
        heads = 0
        for (i = 1; i <= arguments[f]; i++) {
            line = text_[f, i]
            if ((line ~ /, value ::/) != (pass == 1)) continue
            if (rank == 1 && argument[f, i] in column) sub(/\(ld[a-z]*, \*\)/, "(*)", line)
            head = line
            sub(/ :: .*/, "", head)
            sub(/.* :: /, "", line)
            for (k = 1; k <= heads && list_head[k] != head; k++)
                ;
            if (k > heads) { list_head[++heads] = head; list_names[k] = line }
            else list_names[k] = list_names[k] ", " line
        }
        for (k = 1; k <= heads; k++) emit("            " list_head[k] " :: " list_names[k])
    }
    if (results[f] != "") emit("            " results[f] " :: returned")
    emit("        end " (results[f] == "" ? "subroutine" : "function"))
}

# Letters of Hermitian matrices for those of symmetric ones: sormqr is of the family unmqr.
function hermitian(stem)
{
    if (("starling_c" stem) in known) return stem
    sub(/^or/, "un", stem)
    sub(/^sy2sb/, "he2hb", stem)
    sub(/_sy2sb/, "_he2hb", stem)
    sub(/^sb2st/, "hb2st", stem)
    sub(/^sy/, "he", stem)
    return stem
}

function family(name, f)
{
    if (!(name in families)) order[++generics] = name
    families[name] = families[name] " " f
}

END {
    if (failed) exit 1
    # Statements: what stands between semicolons outside of braces.
    n = split(text, piece, ";")
    for (i = 1; i <= n; i++) {
        statement = statement piece[i]
        opened = gsub(/\{/, "{", statement)
        if (opened > gsub(/\}/, "}", statement)) { statement = statement ";"; continue }
        s = statement
        statement = ""
        gsub(/[ \t]+/, " ", s)
        s = trim(s)
        if (s !~ /starling_/) continue
        name = s
        sub(/.*[ }]/, "", name)
        inner = s
        sub(/^[^{]*\{/, "", inner)
        sub(/\}[^}]*$/, "", inner)
        if (s ~ /^typedef enum/) { enums[name] = 1; enumeration(inner) }
        else if (s ~ /^typedef struct *\{/) structure(inner, name)
        else if (s ~ /^typedef struct/) opaque[name] = 1
        else if (s ~ /^typedef/) continue
        else if (s ~ /\(/) prototype(s)
        else fail("not understood: " s)
    }
    for (i = 1; i <= count; i++) known[functions[i]] = 1
    for (f in public_) if (!(f in known)) fail("no declaration of " f)

    # Generic names. A function of double precision and its sister of single precision are a family.
    for (i = 1; i <= count; i++) {
        f = functions[i]
        stem = substr(f, 11)
        letter = substr(f, 10, 1)
        if (stem ~ /batched$/ && f !~ /_strided_/ && ("starling_s" stem) in known && ("starling_d" stem) in known) {
            member_[f] = 1 # their arrays are lists of pointers: the precision cannot be seen
            continue
        }
        if (stem ~ /^(s|c)(ge|po)sv$/ && letter ~ /[dz]/) { # dsgesv, zcgesv
            sub(/^./, "", stem)
            family("starling_" stem "_mixed", f)
            member_[f] = 1
        } else if (letter ~ /[sd]/ && ("starling_s" stem) in known && ("starling_d" stem) in known) {
            family("starling_" hermitian(stem), f)
            if (hermitian(stem) != stem) family("starling_" stem, f)
            member_[f] = 1
        } else if (letter ~ /[cz]/ && ("starling_c" stem) in known && ("starling_z" stem) in known) {
            family("starling_" stem, f)
            member_[f] = 1
        }
    }
    print "! SPDX-License-Identifier: BSD-3-Clause"
    print "! Copyright (c) 2026 The Starling authors"
    print ""
    print "! Starling for Fortran, made from starling.h, which documents all functions. doc/languages.md says how"
    print "! arguments are passed. The module has interfaces only: no object file belongs to it."
    print ""
    print "module starling"
    print "    use, intrinsic :: iso_c_binding"
    print "    implicit none"
    print "    private"
    print ""
    printf "%s", parameters
    printf "%s", types
    print ""
    print "    abstract interface"
    print "        subroutine starling_error_handler(routine, info, message, data) bind(C)"
    print "            import"
    print "            type(c_ptr), value :: routine, message, data ! texts end with c_null_char"
    print "            integer(c_int), value :: info"
    print "        end subroutine"
    print "    end interface"
    print "    public :: starling_error_handler"
    print ""
    print "    ! The length of a text that ends with c_null_char."
    print "    interface"
    print "        pure function starling_strlen(text) bind(C, name=\"strlen\") result(length)"
    print "            import"
    print "            type(c_ptr), value :: text"
    print "            integer(c_size_t) :: length"
    print "        end function"
    print "    end interface"
    print "    public :: starling_strlen"
    print ""
    print "    ! The functions of C, but for those below, whose names are generic ones, too."
    print "    interface"
    for (i = 1; i <= count; i++) {
        f = functions[i]
        if (!(f in families)) body(f, 2)
    }
    for (i = 1; i <= count; i++) if (functions[i] in columns && functions[i] in member_ && functions[i] !~ /batched/) body(functions[i], 1)
    print "    end interface"
    for (i = 1; i <= count; i++) if (!(functions[i] in families)) print "    public :: " functions[i]
    print ""
    print "    ! One name for the precisions, and for matrix objects."
    for (i = 1; i <= generics; i++) {
        name = order[i]
        print "    interface " name
        if (name in known) body(name, 2)
        m = split(families[name], list, " ")
        for (k = 1; k <= m; k++) {
            print "        procedure :: " list[k]
            if (list[k] in columns && name !~ /batched/) print "        procedure :: " list[k] "_column"
        }
        print "    end interface"
        print "    public :: " name
    }
    print "end module starling"
}
