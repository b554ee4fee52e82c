"""Has bash print texts that were put into lines as lit-tests/quoting.py does, and compares.

usage: check_quoting.py LIT-TESTS
"""

import subprocess
import sys

for folder in ("/usr/lib/llvm-19/build/utils/lit", sys.argv[1]):
    sys.path.insert(0, folder)
import quoting

TEXTS = ["plain", "a b/Bäume & Co", "it's", 'say "so"', "$HOME `id` \\", "* ? [a] ~ ! # ; | < > ( ) { }"]
LINES = ["printf %s @", "printf %s '@'", 'printf %s "@"', 'printf %s "$(printf %s @)"', 'printf %s "$(printf %s "@")"',
         "x=@; printf %s \"$x\"", "(printf '%s' @)", "echo \"'\" \\' > /dev/null; printf %s @"]

places, wrong = 0, 0
for text in TEXTS:
    for line in LINES:
        quoted = quoting.quote_marked(line.replace("@", quoting.mark(text)))
        done = subprocess.run(["bash", "-c", quoted], stdout=subprocess.PIPE, text=True, encoding="utf-8")
        places += 1
        if done.stdout != text:
            wrong += 1
            print(f"{line}: {quoted} prints {done.stdout!r}")
print(f"{places} places, {wrong} other texts")
