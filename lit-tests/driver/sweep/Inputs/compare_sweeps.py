"""Compares a sweep with a surrogate to one of all configurations: compare_sweeps.py ALL.csv SURROGATE.csv"""

import csv
import sys

everything, learned = [list(csv.DictReader(open(path))) for path in sys.argv[1:]]
assert len(everything) == len(learned)
true = [float(row["time_ms"]) for row in everything]
guess = [float(row["time_ms"]) for row in learned]
is_guess = [row["bound"] == "surrogate" for row in learned]
for i in range(len(true)):
    assert is_guess[i] or guess[i] == true[i], learned[i]
print(f"{len(true)} rows, {sum(is_guess)} learned")
best = min((i for i in range(len(true)) if not is_guess[i]), key=lambda i: guess[i])
print(f"regret {true[best] / min(true) - 1:.3f}")
errors = [abs(guess[i] / true[i] - 1) for i in range(len(true)) if is_guess[i]]
mean = sum(errors) / len(errors)
print(f"mean error {'below' if mean < 0.1 else 'not below'} 0.1: {mean:.4f}")
