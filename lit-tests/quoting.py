"""A test format for folders of any name: what lit puts into a RUN line is quoted as the place asks where it stands.

lit substitutes text, so that a path with a blank would become two words of a command. What each test takes of the processor
is written down, too: the times that lit itself shows depend on what else runs.
"""

import os
import re
import resource

import lit.formats
import lit.TestRunner as runner

# Around what is substituted, until the line is complete: characters that nothing else uses.
BEGIN, END = "\ue000", "\ue001"
PLAIN = re.compile(r"[\w@%+=:,./-]*", re.ASCII)


def mark(value):
    """A substitution's text, marked if it has to be quoted."""
    value = str(value)
    return value if PLAIN.fullmatch(value) else BEGIN + value + END


def quote(value, place):
    """The words of bash that stand for a text: outside of quotes, or within them."""
    if place == '"':
        return re.sub(r'(["\\$`])', r"\\\1", value)
    inner = value.replace("'", "'\\''")
    return inner if place == "'" else f"'{inner}'"


def quote_marked(line):
    """Quotes the marked parts of a line. What $( ) has within double quotes is quoted by itself, as bash has it."""
    out, places, i = [], [""], 0
    while i < len(line):
        c, place = line[i], places[-1]
        if c == BEGIN:
            end = line.index(END, i)
            out.append(quote(line[i + 1:end], place))
            i = end + 1
            continue
        taken = 1
        if c == "\\" and place != "'":
            taken = 1 if line[i + 1:i + 2] == BEGIN else 2
        elif place == "'":
            if c == "'":
                places.pop()
        elif c == '"':
            places.pop() if place == '"' else places.append('"')
        elif line.startswith("$(", i):
            places.append("(")
            taken = 2
        elif place != '"' and c in "'(":
            places.append(c)
        elif place == "(" and c == ")":
            places.pop()
        out.append(line[i:i + taken])
        i += taken
    return "".join(out)


def processor_seconds():
    """What the processes took that this one has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class QuotingShTest(lit.formats.ShTest):
    """ShTest with quoted substitutions; the steps are those of lit.TestRunner.executeShTest()."""

    def execute(self, test, lit_config):
        before = processor_seconds()
        result = self.run(test, lit_config)
        with open(os.path.join(test.suite.exec_root, "processor_times.txt"), "a") as times:
            times.write(f"{processor_seconds() - before:.2f} {'/'.join(test.path_in_suite)}\n")
        return result

    def run(self, test, lit_config):
        if test.config.unsupported:
            return lit.Test.Result(lit.Test.UNSUPPORTED, "Test is unsupported")
        script = runner.parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result):
            return script
        if lit_config.noExecute:
            return lit.Test.Result(lit.Test.PASS)
        folder, base = runner.getTempPaths(test)
        substitutions = [(name, mark(value)) for name, value in
                         runner.getDefaultSubstitutions(test, folder, base, normalize_slashes=True)]
        conditions = dict.fromkeys(test.config.available_features, True)
        lines = runner.applySubstitutions(script, substitutions, conditions,
                                          recursion_limit=test.config.recursiveExpansionLimit)
        return runner._runShTest(test, lit_config, True, [quote_marked(line) for line in lines], base)
