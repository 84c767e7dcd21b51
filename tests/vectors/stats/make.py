"""Makes reference.json: statistics as SciPy and statsmodels have them.

    python3 -m venv VENV && VENV/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    VENV/bin/python tests/vectors/stats/make.py > tests/vectors/stats/reference.json

Newcombe's method 10 and Connor's sample size have no function there; they are written out below
from the papers' formulas, over SciPy's normal quantile and statsmodels' Wilson interval.
"""

import json
import math

import numpy as np
import scipy
import statsmodels
from scipy.stats import binom, norm
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint


def wilson(passed, total, alpha):
    low, high = proportion_confint(passed, total, alpha=alpha, method="wilson")
    return [float(low), float(high)]


def newcombe(both, fixed, broken, neither, alpha):
    n = both + fixed + broken + neither
    p1, p2 = (both + fixed) / n, (both + broken) / n
    (l1, u1), (l2, u2) = wilson(both + fixed, n, alpha), wilson(both + broken, n, alpha)
    product = both * neither - fixed * broken
    margins = (both + fixed) * (broken + neither) * (both + broken) * (fixed + neither)
    if margins == 0:
        phi = 0.0
    else:
        if product > 0:
            product = max(product - n / 2, 0)
        phi = product / math.sqrt(margins)
    delta = math.sqrt((p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2)
    epsilon = math.sqrt((p2 - l2) ** 2 - 2 * phi * (p2 - l2) * (u1 - p1) + (u1 - p1) ** 2)
    theta = p1 - p2
    return [theta - delta, theta + epsilon]


def connor(difference, discordant, alpha, power):
    za, zb = norm.isf(alpha / 2), norm.ppf(power)
    n = (za * math.sqrt(discordant) + zb * math.sqrt(discordant - difference**2)) ** 2
    fewest = math.ceil(1 - math.log2(alpha))
    return max(n / difference**2, fewest / discordant)


cases = []
for passed, total in [(0, 1), (1, 1), (0, 10), (10, 10), (1, 2), (7, 50), (95, 100), (1, 1000),
                      (999, 1000), (682, 925), (50000, 100000), (99999, 100000), (3, 7)]:
    for alpha in [0.05, 0.01, 0.1, 0.32, 1e-6]:
        cases.append({"kind": "wilson", "passed": passed, "total": total, "alpha": alpha,
                      "expect": wilson(passed, total, alpha)})
for fixed, broken in [(0, 0), (1, 0), (0, 5), (6, 0), (3, 3), (2, 12), (12, 2), (10, 25), (37, 21),
                      (100, 150), (500, 500), (1000, 1100), (0, 1100), (20000, 20500), (50, 3000)]:
    table = [[0, fixed], [broken, 0]]
    exact = float(mcnemar(table, exact=True).pvalue)
    k, n = min(fixed, broken), fixed + broken
    seen = float(binom.pmf(k, n, 0.5))
    mid = 1.0 if n == 0 else 1 - seen / 2 if fixed == broken else exact - seen
    cases.append({"kind": "mcnemar", "fixed": fixed, "broken": broken, "expect": [min(exact, 1.0), mid]})
for both, fixed, broken, neither in [(36, 12, 2, 0), (20, 12, 2, 16), (0, 30, 20, 0), (54, 0, 0, 0),
                                     (0, 0, 0, 10), (1, 1, 1, 1), (900, 40, 20, 40), (10, 0, 5, 2),
                                     (0, 8, 0, 0), (97000, 1000, 1200, 800), (2, 97, 1, 1)]:
    for alpha in [0.05, 0.01]:
        cases.append({"kind": "paired", "both": both, "fixed": fixed, "broken": broken,
                      "neither": neither, "alpha": alpha,
                      "expect": newcombe(both, fixed, broken, neither, alpha)})
for difference, discordant in [(0.05, 0.1), (0.05, 0.05), (0.2, 0.3), (0.01, 0.2), (1.0, 1.0)]:
    for alpha, power in [(0.05, 0.8), (0.01, 0.9)]:
        cases.append({"kind": "pairs", "difference": difference, "discordant": discordant,
                      "alpha": alpha, "power": power,
                      "expect": math.ceil(connor(difference, discordant, alpha, power))})
rng = np.random.default_rng(7)
for values in [[5], [1, 2], [3, 1, 2], [0, 0, 0, 25000], sorted(int(v) for v in rng.integers(0, 25000, 101)),
               [int(v) for v in rng.integers(0, 2**40, 64)]]:
    for p in [0.0, 0.25, 0.5, 0.95, 0.99, 1.0]:
        cases.append({"kind": "quantile", "values": values, "p": p,
                      "expect": float(np.quantile(values, p))})

made = {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": np.__version__}
compact = lambda value: json.dumps(value, separators=(",", ":"))
lines = ",\n".join(map(compact, cases))
print('{\n"about": "Made by make.py, which stands beside this file; agreement is to 1e-9.",')
print(f'"made": {compact(made)},\n"cases": [\n{lines}\n]\n}}')
