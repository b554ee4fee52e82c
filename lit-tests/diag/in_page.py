"""in_page.py PAGE EXPRESSION: what the expression says of the report in a page, with its kernels and their findings."""

import sys

from page import embedded

report = embedded(sys.argv[1])
kernels = report["kernels"]
print(eval(sys.argv[2], {"report": report, "kernels": kernels, "findings": [f for k in kernels for f in k["findings"]]}))
