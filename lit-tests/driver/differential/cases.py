"""The cases of the differential suite: one row each.

A command is a line of sh. $CC stands for the compiler, with and without clperf-cc in front of it.
It runs in a fresh directory that holds FILES and the row's own files; a file whose text begins
with "#!" is executable.
"""

from dataclasses import dataclass, field

FILES = {
    "a.c": "int f(int x) { return x + 1; }\n",
    "b.c": '#include "b.h"\nint b(void) { return B; }\n',
    "inc/b.h": "#define B 7\n",
    "pre.h": "typedef int from_prefix;\n",
    "uses_pre.c": "from_prefix p(void) { return 2; }\n",
    "quote.c": '#include "q.h"\nint q(void) { return Q; }\n',
    "inc/q.h": "#define Q 9\n",
    "main.c": "int f(int);\nint puts(const char *);\n"
              "int main(void) { puts(\"runs\"); return f(4); }\n",
    "warn.c": "int w(void) { int unused = 1; return 0; }\n",
    "broken.c": "int broken(void) { return missing }\n",
    "macro.c": "const char *s = S;\n",
    "value.c": "int v = V + 0;\n",
    "m.cpp": "template <class T> T twice(T x) { return x + x; }\n"
             "int g() { return twice(2); }\n",
    "s.s": "\t.globl s\ns:\n\tret\n",
    "u.S": "#define NAME u\n\t.globl NAME\nNAME:\n\tret\n",
    "done.i": '# 1 "done.c"\nint done(void) { return 1; }\n',
    "text": "int text(void) { return 5; }\n",
    "k.cl": "__kernel void k(__global float *x) {\n"
            "    size_t i = get_global_id(0);\n    x[i * 32] = x[i * 32] + 1.0f;\n}\n",
    "inc.cl": '#include "inc/b.h"\n__kernel void inc(__global int *x) {\n'
              "    x[get_global_id(0)] = B;\n}\n",
    "broken.cl": "__kernel void k(__global float *x) { x[0] = missing; }\n",
    "warn.cl": "__kernel void k(__global float *x) { int unused = 1; x[get_global_id(0)] = 0; }\n",
}


@dataclass(frozen=True)
class Case:
    name: str
    command: str
    files: dict = field(default_factory=dict)
    env: dict = field(default_factory=dict)
    # How clperf-cc comes in front of the compiler: as $CC = "clperf-cc COMPILER", by the
    # compiler's "name" on PATH, or by the "variable" CLPERF_CC.
    by: str = "argument"
    # The compiler of this row instead of the suite's.
    compiler: str = ""
    # Whether clperf-cc has something to say after what the compiler says.
    analysed: bool = False
    # The exit status that shows that the case does what it is for; -1: none is known.
    status: int = -1
    # The signal that the process group gets once the command has made the file "ready".
    # "^C" comes from a terminal.
    signal: str = ""


def named(directory):
    """Compiling in a directory, and a source, of this name."""
    return {"command": f"cd {directory} && $CC -c *.c && $CC -E *.c -o x.i && $CC -g -c *.c -o g.o"}


# What any compiler of C does, in GCC's way or in Clang's.
HOST = [
    Case("compile", "$CC -c a.c"),
    Case("compile to a name", "$CC -c a.c -o x.o"),
    Case("compile to a joined name", "$CC -c a.c -ox.o"),
    Case("assemble only", "$CC -S a.c"),
    Case("assembly to stdout", "$CC -S a.c -o -"),
    Case("object to a dash", "$CC -c a.c -o -"),
    Case("preprocess", "$CC -E a.c"),
    Case("preprocess to a file", "$CC -E -Iinc b.c -o b.i"),
    Case("preprocess without lines", "$CC -E -P -Iinc b.c"),
    Case("preprocess with comments", "$CC -E -C a.c"),
    Case("macros", "$CC -dM -E -x c /dev/null"),
    Case("headers named", "$CC -H -Iinc -c b.c"),
    Case("syntax only", "$CC -fsyntax-only a.c"),
    Case("output to a folder that is missing", "$CC -c a.c -o no/such/folder/a.o"),
    Case("output is a folder", "$CC -c a.c -o inc"),
    Case("two outputs", "$CC -c a.c -o x.o -o y.o"),
    Case("-o without a name", "$CC -c a.c -o"),
    Case("output over its own input", "$CC -c a.c -o a.c; $CC -E text -x c -o text"),

    Case("-M", "$CC -M -Iinc b.c"),
    Case("-MM", "$CC -MM -Iinc b.c"),
    Case("-MD", "$CC -MD -Iinc -c b.c"),
    Case("-MMD", "$CC -MMD -Iinc -c b.c -o sub.o"),
    Case("-MF", "$CC -MMD -MF deps.d -Iinc -c b.c"),
    Case("-MF joined", "$CC -MMD -MFdeps.d -Iinc -c b.c"),
    Case("-MF of -M", "$CC -M -MF deps.d -Iinc b.c"),
    Case("-MT -MQ", "$CC -MMD -MT 'a target' -MQ '$b' -Iinc -c b.c"),
    Case("-MP", "$CC -MMD -MP -Iinc -c b.c"),
    Case("-MG", "$CC -M -MG b.c"),
    Case("-MF to stdout", "$CC -MMD -MF - -Iinc -c b.c"),
    Case("-Wp,-MD", "$CC -Wp,-MD,wp.d -Iinc -c b.c"),

    Case("several inputs", "$CC -c a.c main.c warn.c"),
    Case("several inputs with -o", "$CC -c a.c main.c -o x.o"),
    Case("several inputs, one broken", "$CC -c a.c broken.c main.c"),
    Case("same input twice", "$CC -c a.c a.c"),
    Case("assemble several", "$CC -S a.c main.c"),
    Case("C and C++", "$CC -c a.c m.cpp s.s"),
    Case("no input", "$CC"),
    Case("no input but -c", "$CC -c"),
    Case("missing input", "$CC -c none.c"),
    Case("input is a folder", "$CC -c inc"),
    Case("empty input name", "$CC -c ''"),
    Case("empty source", "$CC -c empty.c", {"empty.c": ""}),
    Case("source without a last newline", "$CC -c a.c", {"a.c": "int x;"}),
    Case("source with NUL bytes", "$CC -c a.c", {"a.c": "int x;\0\n"}),

    Case("-x c", "$CC -x c -c text -o t.o"),
    Case("-xc", "$CC -xc -c text -o t.o"),
    Case("-x c++", "$CC -x c++ -c a.c"),
    Case("-x none", "$CC -c -x c text -x none a.c m.cpp"),
    Case("-x assembler", "$CC -x assembler -c s.s -o s.o"),
    Case("-x assembler-with-cpp", "$CC -x assembler-with-cpp -c u.S -o u.o"),
    Case("-x unknown", "$CC -x klingon -c a.c"),
    Case("-x without a language", "$CC -c a.c -x"),
    Case("-std", "$CC -std=c99 -pedantic -c a.c"),
    Case("unknown extension", "$CC -c text -o t.o"),

    Case("--version", "$CC --version"),
    Case("-dumpmachine", "$CC -dumpmachine"),
    Case("-dumpversion", "$CC -dumpversion"),
    Case("-dumpfullversion", "$CC -dumpfullversion"),
    Case("-print-search-dirs", "$CC -print-search-dirs"),
    Case("-print-file-name", "$CC -print-file-name=libc.so"),
    Case("-print-prog-name", "$CC -print-prog-name=ld"),
    Case("-print-libgcc-file-name", "$CC -print-libgcc-file-name"),
    Case("-print-multiarch", "$CC -print-multiarch"),
    Case("--print-sysroot", "$CC --print-sysroot"),
    Case("-v", "$CC -v"),
    Case("-v of a compilation", "$CC -v -c a.c"),
    Case("-###", "$CC -### -c a.c"),
    Case("-### of a link", "$CC -### a.c main.c -o app"),
    Case("--help", "$CC --help"),
    Case("-Q", "$CC -Q --help=warnings"),
    Case("probe with a source", "$CC --version -c a.c"),
    Case("-dumpspecs", "$CC -dumpspecs"),

    Case("unknown option", "$CC -fno-such-thing -c a.c"),
    Case("unknown -m", "$CC -mno-such-thing -c a.c"),
    Case("unknown warning", "$CC -Wno-such-warning -Wsuch-warning -c warn.c"),
    Case("unknown long option", "$CC --no-such-option -c a.c"),
    Case("almost ours", "$CC -Wclper -fclper -Rclper -c a.c"),
    Case("broken source", "$CC -c broken.c"),
    Case("broken source over an old object", "echo old >broken.o; $CC -c broken.c"),
    Case("broken source, its dependencies", "$CC -MMD -c broken.c"),
    Case("warnings", "$CC -Wall -c warn.c"),
    Case("warnings in colour", "$CC -Wall -fdiagnostics-color=always -c warn.c"),
    Case("errors in colour", "$CC -fdiagnostics-color=always -c broken.c"),
    Case("no colour", "$CC -Wall -fno-diagnostics-color -c warn.c"),
    Case("diagnostics as JSON", "$CC -Wall -fdiagnostics-format=json -c warn.c"),
    Case("diagnostics for MSVC", "$CC -Wall -fdiagnostics-format=msvc -c warn.c"),
    Case("diagnostics without carets", "$CC -Wall -fno-diagnostics-show-caret -c warn.c"),
    Case("fix-its", "$CC -fdiagnostics-parseable-fixits -c broken.c"),
    Case("-Werror", "$CC -Wall -Werror -c warn.c"),
    Case("-Werror=", "$CC -Werror=unused-variable -c warn.c"),
    Case("-w", "$CC -Wall -w -c warn.c"),
    Case("#error", "$CC -c e.c", {"e.c": "#error no\n#warning yes\n"}),
    Case("language of messages", "$CC -c broken.c", env={"LC_ALL": "C"}),

    Case("-include", "$CC -include pre.h -c uses_pre.c"),
    Case("-include missing", "$CC -include none.h -c uses_pre.c"),
    Case("-imacros", "$CC -imacros inc/b.h -DV=B -c value.c"),
    Case("-I", "$CC -I inc -c b.c"),
    Case("-I missing", "$CC -Inone -c b.c"),
    Case("-isystem", "$CC -isystem inc -c b.c"),
    Case("-iquote", "$CC -iquote inc -c quote.c"),
    Case("-idirafter", "$CC -idirafter inc -c b.c"),
    Case("CPATH", "$CC -c b.c", env={"CPATH": "inc"}),
    Case("C_INCLUDE_PATH", "$CC -c b.c", env={"C_INCLUDE_PATH": "inc"}),
    Case("DEPENDENCIES_OUTPUT", "$CC -Iinc -c b.c", env={"DEPENDENCIES_OUTPUT": "env.d target"}),
    Case("-D", "$CC -DV=3 -c value.c"),
    Case("-D separate", "$CC -D V=3 -c value.c"),
    Case("-D empty", "$CC -DV= -c value.c"),
    Case("-D without a value", "$CC -DV -c value.c"),
    Case("-D of a string", "$CC '-DS=\"a b\"' -c macro.c"),
    Case("-D with quotes", "$CC -D'S=\"it'\\''s \\\"\\\\n\"' -E macro.c"),
    Case("-D of a function", "$CC '-DS=T(1, 2)' '-DT(a, b)=#a #b' -E macro.c"),
    Case("-D, then what looks like ours", "$CC -D -Wclperf -c a.c"),
    Case("-U", "$CC -DV=1 -UV -c value.c"),
    Case("-D of non-ASCII bytes", "$CC '-DS=\"ä\u20ac\udcff\"' -c macro.c"),

    Case("-g", "$CC -g -c a.c"),
    Case("-g3", "$CC -g3 -O2 -c a.c"),
    Case("-gsplit-dwarf", "$CC -g -gsplit-dwarf -c a.c"),
    Case("debug prefix map", '$CC -g "-fdebug-prefix-map=$PWD=/src" -c a.c'),
    Case("-pipe", "$CC -pipe -c a.c main.c"),
    Case("-save-temps", "$CC -save-temps -c a.c"),
    Case("-save-temps=obj", "mkdir d; $CC -save-temps=obj -c a.c -o d/a.o"),
    Case("-flto", "$CC -flto -frandom-seed=1 -c a.c"),
    Case("-flto through the link", "$CC -O2 -flto -frandom-seed=1 a.c main.c -o app && ./app"),
    Case("--coverage", "$CC --coverage -frandom-seed=1 -c a.c"),
    Case("-ftest-coverage", "$CC -ftest-coverage -frandom-seed=1 -c a.c -o x.o"),
    Case("-fprofile-arcs", "$CC -fprofile-arcs -frandom-seed=1 -c a.c"),
    Case("-fstack-usage", "$CC -fstack-usage -c a.c"),
    Case("-fdump-tree", "$CC -O1 -fdump-tree-optimized -c a.c"),
    Case("-Wa", "$CC -pipe -Wa,-aln=list.txt -c a.c"),
    Case("-Xclang", "$CC -Xclang -ast-dump -fsyntax-only a.c"),
    Case("--param", "$CC --param inline-unit-growth=20 -c a.c"),
    Case("-frecord-gcc-switches", "$CC -frecord-gcc-switches -c a.c"),
    Case("-m32", "$CC -m32 -c a.c"),

    Case("link and run", "$CC a.c main.c -o app && ./app"),
    Case("a.out", "$CC a.c main.c && ./a.out"),
    Case("link objects", "$CC -c a.c main.c && $CC a.o main.o -o app && ./app"),
    Case("link an archive", "$CC -c a.c && ar rD liba.a a.o && $CC main.c -L. -la -o app && ./app"),
    Case("shared library", "$CC -shared -fPIC a.c -o liba.so && "
         "$CC main.c ./liba.so -Wl,-rpath,. -o app && ./app"),
    Case("library first", "$CC -shared -fPIC a.c -o liba.so && "
         "$CC -Wl,--no-as-needed ./liba.so main.c -Wl,-rpath,. -o app && ./app"),
    Case("-Wl", "$CC -c a.c main.c && $CC a.o main.o -Wl,-Map=app.map -o app"),
    Case("-Xlinker", "$CC a.c main.c -Xlinker --as-needed -Xlinker -z -Xlinker now -o app"),
    Case("-r", "$CC -c a.c main.c && $CC -r -nostdlib a.o main.o -o both.o"),
    Case("-static", "$CC -static a.c main.c -o app && ./app"),
    Case("undefined symbol", "$CC main.c -o app"),
    Case("missing library", "$CC a.c main.c -lno-such-library"),
    Case("missing object", "$CC none.o -o app"),
    Case("-s", "$CC -s a.c main.c -o app"),
    Case("C++", "$CC -x c++ -std=c++17 -c m.cpp"),

    Case("stdin", "$CC -x c -c - -o x.o <a.c"),
    Case("stdin to stdout", "$CC -x c -E - <a.c"),
    Case("stdin by a pipe", "cat a.c | $CC -x c -S - -o -"),
    Case("stdin without -x", "$CC -c - <a.c"),
    Case("stdin with a kernel", "cat k.cl | $CC -x c -E -"),
    Case("/dev/stdin", "cat a.c | $CC -x c -c /dev/stdin -o x.o"),
    Case("stdin left alone", "{ $CC -c a.c; cat; } <main.c"),
    Case("source from a FIFO", "mkfifo p.c; cat a.c >p.c & $CC -c p.c -o x.o; wait"),
    Case("assembler", "$CC -c s.s"),
    Case("assembler, preprocessed", "$CC -c u.S -MD"),
    Case("broken assembler", "$CC -c bad.s", {"bad.s": "\tnot an instruction\n"}),
    Case("preprocessed", "$CC -c done.i"),
    Case("-fpreprocessed", "$CC -fpreprocessed -c a.c"),
    Case("precompiled header", "$CC pre.h -o pre.h.gch && test -s pre.h.gch && rm pre.h.gch"),
    Case("uses a precompiled header",
         "$CC -x c-header pre.h -o pre.h.pch && $CC -include-pch pre.h.pch -c uses_pre.c; "
         "rm -f pre.h.pch"),

    Case("response file", "$CC @args", {"args": "-c a.c\n-o x.o\n"}),
    Case("response files nested", "$CC -c @1", {"1": "@2 -o x.o", "2": " \n\t@3 ", "3": "a.c"}),
    Case("response file with quotes", "$CC @args",
         {"args": "-c 'a b.c' \"-DS=\\\"x y\\\"\" -o a\\ b.o", "a b.c": "const char *s = S;\n"}),
    Case("response file missing", "$CC -c a.c @none"),
    Case("response file empty", "$CC -c @none a.c", {"none": ""}),
    Case("response file is a folder", "$CC -c a.c @inc"),
    Case("response file of itself", "$CC -c a.c @self", {"self": "@self"}),
    Case("response file from stdin", "echo -c a.c | $CC @/dev/stdin"),
    Case("argument of -o is a response file", "$CC -c a.c -o @args", {"args": "x.o"}),
    Case("a long response file", "$CC -c a.c @args",
         {"args": "".join(f"-DNAME_{i}='{i} x'\n" for i in range(5000))}),
    Case("--", "$CC -c -- a.c"),

    Case("spaces in paths", **named("'a  b'"), files={"a  b/c d.c": "int x;\n"}),
    Case("newline in paths", **named("'a\nb'"), files={"a\nb/c\nd.c": "int x;\n"}),
    Case("quotes in paths", **named("\"a'b\\\"\""), files={"a'b\"/c'\".c": "int x;\n"}),
    Case("non-ASCII paths", **named("ä€"), files={"ä€/ö.c": "int x;\n"}),
    Case("paths that are not UTF-8", **named("d"), files={"d/\udcff\udcfe.c": "int x;\n"}),
    Case("long paths", f"$CC -c {'/'.join(['d' * 200] * 8)}/a.c -o x.o",
         {f"{'/'.join(['d' * 200] * 8)}/a.c": "int x;\n"}),
    Case("a path too long", f"$CC -c {'d' * 5000}.c"),
    Case("a name like an option", "$CC -c ./-Wclperf.c -o ./-o.o", {"-Wclperf.c": "int x;\n"}),
    Case("a symlink to the source", "ln -s a.c l.c; $CC -MD -c l.c"),
    Case("output by a symlink", "ln -s real.o l.o; $CC -c a.c -o l.o"),
    Case("read-only folder", "mkdir ro; chmod 555 ro; $CC -c a.c -o ro/a.o"),
    Case("folder where nothing can be made", "$CC -c a.c -o /proc/clperf/a.o"),
    Case("unreadable source", "chmod 0 a.c; $CC -c a.c"),
    Case("read-only object", "echo old >a.o; chmod 444 a.o; $CC -c a.c"),
    Case("output to /dev/null", "$CC -c a.c -o /dev/null; ls -d /dev/null"),
    Case("output to /dev/full", "$CC -c a.c -o /dev/full"),
    Case("stdout full", "$CC -E a.c >/dev/full"),
    Case("stderr full", "$CC -Wall -c warn.c 2>/dev/full"),
    Case("stdin closed", "$CC -c a.c <&-"),
    Case("stdout closed", "$CC -E a.c >&-"),
    Case("stderr closed", "$CC -Wall -c warn.c 2>&-"),
    Case("all closed", "$CC -c a.c <&- >&- 2>&-"),
    Case("umask", "umask 077; $CC -MD -c a.c && umask 002 && $CC a.c main.c -o app"),
    Case("folder deleted", 'mkdir gone; cd gone; rmdir ../gone; $CC -c ../a.c -o "$OLDPWD/x.o"'),
    Case("folder deleted, absolute path",
         'a=$PWD; mkdir gone; cd gone; rmdir ../gone; $CC -c "$a/a.c" -o "$a/x.o"'),
    Case("no PATH entry for the source", "cd inc && $CC -c ../a.c"),
    Case("TMPDIR missing", "$CC -c a.c", env={"TMPDIR": "/no/such/folder"}),
    Case("many arguments", "$CC -c a.c $(seq -f -DNAME_NUMBER_%.0f 60000)"),
    Case("long arguments", "$CC -c a.c -DX=$(head -c 130000 /dev/zero | tr '\\0' x)"),
    Case("many files", "$CC -c f*.c && ls f*.o", {f"f{i}.c": "" for i in range(20)}),
    Case("file size limit", "ulimit -f 0; $CC -c a.c"),
    Case("make -j8", 'make -s -j8 CC="$CC" && ./app',
         {"Makefile": "app: a.o main.o b.o done.o uses_pre.o\n\t$(CC) -o $@ $^\n"
                      "CFLAGS = -Iinc -include pre.h -MMD\ndone.o: done.i\n\t$(CC) -c $<\n"}),

    Case("options of the compiler's own", "$CC -O2 -c a.c -o x.o"),
    Case("by name", "$CC -c a.c", by="name"),
    Case("by name, linking", "$CC a.c main.c -o app && ./app", by="name"),
    Case("by name, broken", "$CC -c broken.c", by="name"),
    Case("by name, -flto", "$CC -O2 -flto -frandom-seed=1 a.c main.c -o app && ./app", by="name"),
    Case("by name, version", "$CC --version; $CC -print-prog-name=ld", by="name"),
    Case("by name, search path", "$CC -print-search-dirs", by="name"),
    Case("by name, make -j8", 'make -s -j8 CC="$CC" a.o main.o && $CC *.o -o app', by="name"),
    Case("as cc", "cc -c a.c && cc -dumpmachine", by="name"),
    Case("as c++", "c++ -c m.cpp && c++ -shared -fPIC m.cpp -o libm.so", by="name"),
    Case("by variable", "$CC -c a.c", by="variable"),
    Case("by variable, with an option", "$CC -E -x c - </dev/null", by="variable",
         compiler="gcc -m64 -DA"),
    Case("by variable, no input", "$CC", by="variable"),
    Case("by variable, library first",
         "$CC -shared -fPIC a.c -o liba.so && $CC ./liba.so -Wl,--no-as-needed main.c -o app",
         by="variable"),
    Case("CLPERF_FLAGS", "$CC -c a.c", env={"CLPERF_FLAGS": "-Rclperf -fclperf-gpu=a100"}),
    Case("CLPERF_OUTPUT_DIR", "$CC -c a.c && ls", env={"CLPERF_OUTPUT_DIR": "../collected"}),
]

# Ends at the first signal, or counts those of half a second.
TRAP = """#!/usr/bin/env python3
import os, signal, time
def end(number, _):
    os.write(1, f"got {number}\\n".encode())
    os._exit(3)
signal.signal(signal.SIGINT, end)
signal.signal(signal.SIGTERM, end)
open("ready", "w").close()
time.sleep(5)
"""
COUNT = """#!/usr/bin/env python3
import signal, sys, time
seen = []
signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
open("ready", "w").close()
end = time.monotonic() + 0.5
while time.monotonic() < end:
    time.sleep(0.01)
sys.exit(len(seen) + 10)
"""
DIES = "#!/bin/sh\necho before\necho dying >&2\nkill -$1 $$\n"
SHOWS = "#!/bin/sh\nenv | sort | grep -v ^CC=\npwd\nulimit -a\numask\nls -l /proc/self/fd | wc -l\n"
ARGUMENTS = "#!/bin/sh\nfor a; do echo \"[$a]\"; done\n"


def fake(name, command, script, **more):
    """A compiler that is a script. With k.cl among its arguments an analysis runs beside it."""
    files = more.pop("files", {})
    return Case(name, command, files | {"fake": script}, compiler=more.pop("compiler", "./fake"),
                **more)


# What holds for any program that is wrapped.
ANY = [
    *(fake(f"dies by SIG{s}{also}", f"exec $CC {s}{source}", DIES)
      for s in ("SEGV", "TERM", "KILL", "INT", "ABRT", "PIPE", "HUP", "XFSZ")
      for also, source in (("", ""), (" beside an analysis", " k.cl"))),
    *(fake(f"exit status {n}", f"exec $CC {n} k.cl", "#!/bin/sh\nexit $1\n")
      for n in (1, 2, 70, 71, 126, 127, 128, 139, 255)),
    *(fake(f"{s} to the group{also}", f"exec $CC{source}", TRAP, signal=s)
      for s in ("SIGINT", "SIGTERM", "^C")
      for also, source in (("", ""), (" beside an analysis", " k.cl"))),
    fake("^C comes once", "exec $CC", COUNT, signal="^C"),
    fake("^C comes once beside an analysis", "exec $CC k.cl", COUNT, signal="^C"),
    fake("interrupted without a trap", "exec $CC k.cl", "#!/bin/sh\n: >ready\nexec sleep 5\n",
         signal="^C"),
    fake("environment", "$CC", SHOWS, env={"A": " b\n\tc ", "EMPTY": "", "LANG": "x"}),
    fake("environment beside an analysis", "$CC k.cl", SHOWS, env={"A": " b\n\tc ", "EMPTY": ""},
         analysed=True),
    fake("arguments", "$CC '' ' ' 'a  b' '\n' '*' '$HOME' '\\' \"'\" ä '@' '@@' -", ARGUMENTS),
    fake("arguments beside an analysis", "$CC '' ' ' 'a  b' '\n' '\\' -o x k.cl '@' -", ARGUMENTS,
         analysed=True),
    fake("stdin beside an analysis", "echo in | $CC -c k.cl", "#!/bin/sh\ncat\n", analysed=True),
    fake("stdin closed beside an analysis", "$CC k.cl <&-",
         "#!/bin/sh\ntest -e /proc/$$/fd/0 || echo closed\n",
         analysed=True),
    fake("binary output", "$CC k.cl", "#!/bin/sh\nprintf 'a\\000\\377\\nb'\n", analysed=True),
    fake("much output", "$CC k.cl | tail -n 3", "#!/bin/sh\nseq 200000\n", analysed=True),
    fake("reader gone", "$CC k.cl | head -n 1", "#!/bin/sh\nseq 200000\n", analysed=True),
    fake("reader of stderr gone", "mkfifo p; : <p & exec 3>p; wait; $CC k.cl 2>&3; echo $?",
         "#!/bin/sh\n: >made\n"),
    fake("reader of stderr gone, a wrong option",
         "mkfifo p; : <p & exec 3>p; wait; $CC 2>&3; echo $?", "#!/bin/sh\n: >made\n",
         env={"CLPERF_FLAGS": "-fclperf-no-such-option"}),
    fake("no interpreter line", "sh -c '$CC a k.cl; $CC b'", "echo \"$@\"\n", analysed=True),
    fake("interpreter missing", "sh -c '$CC a.c' 2>/dev/null", "#!/no/such/program\n"),
    fake("the real compiler after a script", "$CC -c a.c", "#!/bin/sh\nexec gcc -O1 \"$@\"\n"),
    fake("compiler missing a source", "$CC none.cl", "#!/bin/sh\nexit 1\n"),
]

# Kernels, through a compiler that knows OpenCL.
OPENCL = [
    Case("compile", "$CC -c k.cl", analysed=True),
    Case("compile to a name", "$CC -c k.cl -o x.o", analysed=True),
    Case("assemble", "$CC -S k.cl -o -", analysed=True),
    Case("IR", "$CC -S -emit-llvm k.cl -o k.ll", analysed=True),
    Case("bitcode", "$CC -c -emit-llvm -O2 -g k.cl -o k.bc", analysed=True),
    Case("preprocess", "$CC -E k.cl"),
    Case("dependencies", "$CC -MMD -MF k.d -c inc.cl", analysed=True),
    Case("dependencies only", "$CC -M inc.cl"),
    Case("several", "$CC -c k.cl inc.cl", analysed=True),
    Case("kernels and C", "$CC -c k.cl a.c", analysed=True),
    Case("for another target", "$CC --target=spir64 -c k.cl -o k.bc", analysed=True),
    Case("of a standard", "$CC -cl-std=CL2.0 -c k.cl", analysed=True),
    Case("broken", "$CC -c broken.cl"),
    Case("warnings", "$CC -Wall -c warn.cl", analysed=True),
    Case("warnings as errors", "$CC -Wall -Werror -c warn.cl"),
    Case("missing", "$CC -c none.cl"),
    Case("syntax only", "$CC -fsyntax-only k.cl", analysed=True),
    Case("by -x", "$CC -x cl -c kernels -o k.o", {"kernels": FILES["k.cl"]}, analysed=True),
    Case("stdin", "$CC -x cl -c - -o k.o <k.cl"),
    Case("stdin by a pipe", "cat k.cl | $CC -x cl -S - -o -"),
    Case("stdin broken", "cat broken.cl | $CC -x cl -c - -o k.o"),
    Case("from a FIFO", "mkfifo p.cl; cat k.cl >p.cl & $CC -c p.cl -o k.o; wait"),
    Case("response file", "$CC @args", {"args": "-c k.cl -o 'x y.o'"}, analysed=True),
    Case("response file with ours", "$CC @args; mv x.o y.o", {"args": "-c k.cl -o x.o"},
         analysed=True),
    Case("output over its own input", "$CC -c k.cl -o k.cl", analysed=True),
    Case("output to a folder that is missing", "$CC -c k.cl -o no/such/k.o"),
    Case("output to /dev/full", "$CC -c k.cl -o /dev/full"),
    Case("stderr full", "$CC -c k.cl 2>/dev/full"),
    Case("stderr closed", "$CC -c k.cl 2>&-"),
    Case("all closed", "$CC -c k.cl <&- >&- 2>&-"),
    Case("umask", "umask 077; $CC -MD -c k.cl", analysed=True),
    Case("folder deleted",
         'a=$PWD; mkdir gone; cd gone; rmdir ../gone; $CC -c "$a/k.cl" -o "$a/k.o"', analysed=True),
    Case("spaces and bytes in paths", "cd 'a b\n\udcff' && $CC -g -c 'k \udcfe.cl'",
         {"a b\n\udcff/k \udcfe.cl": FILES["k.cl"]}, analysed=True),
    Case("by name", "$CC -c k.cl", by="name", analysed=True),
    Case("by variable", "$CC -c k.cl", by="variable", analysed=True),
    Case("make -j8", 'make -s -j8 CC="$CC"',
         {"Makefile": "all: " + " ".join(f"k{i}.o" for i in range(8))
                      + "\n%.o: %.cl\n\t$(CC) -c $< -o $@\n",
          **{f"k{i}.cl": FILES["k.cl"] for i in range(8)}}, analysed=True),
]

# ccache before and after clperf-cc.
CCACHE = [
    Case("ccache behind", "$CC -c a.c && $CC -c a.c && $CC -c broken.c", compiler="ccache gcc"),
    Case("ccache behind, by name", "gcc -c a.c && gcc -c a.c", by="name",
         env={"PATH": "/usr/lib/ccache:/usr/local/bin:/usr/bin:/bin"}),
    Case("ccache in front, as its prefix", "ccache gcc -c a.c && ccache gcc -Wall -c warn.c",
         by="prefix"),
    Case("ccache in front", "ccache $CC -c a.c && ccache $CC -c a.c"),
    Case("ccache in front, by name", "ccache gcc -c a.c && ccache gcc -Wall -c warn.c", by="name"),
]

# As distcc does: preprocesses here, and compiles what comes out in another directory.
DISTCC = """#!/bin/sh
n=$# out=a.out source=
while [ $n -gt 0 ]; do
    word=$1
    shift
    n=$((n - 1))
    case $word in
    -c) ;;
    -o) out=$1; shift; n=$((n - 1)) ;;
    *.c | *.cl) source=$word ;;
    *) set -- "$@" "$word" ;;
    esac
done
away=$(mktemp -d)
"$@" -E "$source" -o "$away/x.i" && (cd "$away" && "$@" -c x.i -o x.o) && cp "$away/x.o" "$out"
status=$?
rm -rf "$away"
exit $status
"""

# What configure of autotools, CMake and Meson ask a compiler before they use it.
CONFTEST = {"conftest.c": "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"conftest.out\", \"w\"); "
                          "return !f || ferror(f) || fclose(f); }\n",
            "no-header.c": "#include <ac_nonexistent.h>\n",
            "no-function.c": "char innermost(void);\nint main(void) { return innermost(); }\n",
            "size.c": "int a[1 - 2 * !(sizeof(long) == 8)];\n"}

BUILDS = [
    Case("distcc behind", "$CC -c a.c -o a.o && $CC -Wall -c warn.c -o warn.o; $CC -c broken.c -o b.o",
         {"distcc": DISTCC}, compiler="./distcc gcc"),
    Case("distcc in front", "./distcc $CC -c a.c -o a.o && ./distcc $CC -c broken.c -o b.o", {"distcc": DISTCC}),
    Case("distcc in front, by name", "./distcc gcc -Iinc -c b.c -o b.o", {"distcc": DISTCC}, by="name"),
    Case("distcc in front, called by ccache", "ccache $CC -c a.c -o a.o",
         {"distcc": DISTCC}, env={"CCACHE_PREFIX": "./distcc"}),
    Case("launcher of CMake",
         "mkdir -p d && $CC -DNDEBUG -Iinc -O2 -MD -MT d/b.c.o -MF d/b.c.o.d -o d/b.c.o -c \"$PWD/b.c\" && "
         "$CC -fPIC -shared -Wl,-soname,libb.so -o d/libb.so d/b.c.o", compiler="/usr/bin/gcc"),
    Case("questions of autotools",
         "$CC -V; $CC -qversion; $CC -version; $CC conftest.c && ./a.out && cat conftest.out; $CC -c conftest.c; "
         "$CC -E no-header.c; $CC -c no-header.c; $CC -o conftest no-function.c -lm; $CC -c size.c; "
         "$CC -print-prog-name=ld; $CC -g -O2 -fno-rtti -c conftest.c", CONFTEST),
    Case("questions of CMake",
         "$CC conftest.c -o conftest && $CC -v -o x conftest.c -Wl,-v; $CC -E -c conftest.c -o x.i; "
         "$CC -qversion; $CC -Wno-unused -std=gnu17 -E -x c - -dM </dev/null; $CC -Werror -Wsomething -c size.c",
         CONFTEST),
    Case("questions of Meson",
         "$CC --version; $CC -E -dM - </dev/null; $CC -Wl,--version; $CC -print-search-dirs; "
         "$CC -xc -E -v - </dev/null; $CC -x c - -o x -Werror=implicit-function-declaration -fpermissive <conftest.c; "
         "$CC no-function.c -o x -O0 -std=gnu99 -Wl,--start-group -lm -Wl,--end-group", CONFTEST),
]

# distcc itself, with its server at the other end of a pipe instead of a network. As root, the server
# becomes another user, who needs a place to write.
SERVER = {"ssh": """#!/bin/sh
while [ "$1" != distccd ]; do shift; done
TMPDIR=/tmp exec distccd --inetd --enable-tcp-insecure
"""}
AWAY = {"DISTCC_HOSTS": "@here", "DISTCC_SSH": "./ssh", "DISTCC_FALLBACK": "0"}
DISTRIBUTED = [
    Case("distcc behind, with its server", "$CC -c a.c -o a.o && $CC -Wall -c warn.c", SERVER, AWAY,
         compiler="distcc gcc", status=0),
    Case("distcc behind, broken", "$CC -c broken.c", SERVER, AWAY, compiler="distcc gcc", status=1),
    Case("distcc in front, with its server", "distcc $CC -Iinc -c b.c -o b.o", SERVER, AWAY, status=0),
    Case("distcc in front, broken", "distcc $CC -c broken.c", SERVER, AWAY, status=1),
    Case("distcc in front, by name", "distcc gcc -g -c a.c -o a.o && distcc gcc -Wall -c warn.c -o w.o", SERVER, AWAY,
         by="name", status=0),
    Case("distcc, called by ccache", "ccache $CC -c a.c -o a.o && ccache $CC -c a.c -o b.o", SERVER,
         AWAY | {"CCACHE_PREFIX": "distcc"}, status=0),
]

# For a compiler that is neither GCC nor Clang. Only cases that keep away from devices: as root, tcc
# removes what -o names before it writes.
PLAIN = [case for case in HOST if case.name in (
    "compile", "compile to a name", "compile to a joined name", "preprocess", "preprocess to a file", "syntax only",
    "-MD", "-MF", "several inputs", "several inputs with -o", "no input", "missing input", "-x c", "unknown extension",
    "--version", "-v", "-print-search-dirs", "unknown option", "broken source", "warnings", "-Werror", "-include", "-I",
    "-D", "-D of a string", "-U", "-g", "link and run", "shared library", "undefined symbol", "stdin", "stdin to stdout",
    "assembler", "response file", "response file with quotes", "spaces in paths", "quotes in paths")]

SUITES = {"host": HOST, "any": ANY, "opencl": OPENCL, "ccache": CCACHE, "builds": BUILDS, "distcc": DISTRIBUTED,
          "plain": PLAIN}
