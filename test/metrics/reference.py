"""
Computes the vectors of reference.json with numpy and scipy, by the formulas of empyrical-reloaded's
stats.py (branch main, commit 2df4789e), written down again function by function: numpy's percentile,
partition, nanmean and nanstd are what empyrical itself calls. Its published test vectors are copied
as numbers, from tests/test_stats.py (commit 31173cf1) and tests/conftest.py (commit 090757b4).

    python3 test/metrics/reference.py > test/metrics/reference.json
"""

import json
import math

import numpy as np
from scipy import stats

MIXED = [math.nan, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1]
WEEKLY = [0.0] + MIXED[1:]
POSITIVE = [0.01, 0.02] + [0.01] * 7
NEGATIVE = [0.0, -0.06, -0.07, -0.01, -0.09, -0.02, -0.06, -0.08, -0.05]
BENCHMARK = [0.0, 0.01] * 4 + [0.0]
FLAT = [0.01] * 9
ONE = [-0.00171614, 0.01322056, 0.03063862, -0.01422057, -0.00489779, 0.01268925, -0.03357711, 0.01797036]
TWO = [0.01846232, 0.00793951, -0.01448395, 0.00422537, -0.00339611, 0.03756813, 0.0151531, 0.03549769]
less = lambda a, b: [x - y for x, y in zip(a, b)]

SERIES = {
    "empty": [],
    "one value": [0.01],
    "mixed": MIXED,
    "weekly": WEEKLY,
    "positive": POSITIVE,
    "negative": NEGATIVE,
    "all negative": [-0.02] + NEGATIVE[1:],
    "up, down, up": [0.1, -0.1, 0.1],
    "benchmark": BENCHMARK,
    "flat": FLAT,
    "long flat": [0.01] * 1000,
    "flat yearly": [0.03] * 3,
    "one": ONE,
    "two": TWO,
    "mixed less itself": [math.nan] + [0.0] * 8,
    "mixed less benchmark": less(MIXED, BENCHMARK),
    "mixed negated": [-x for x in MIXED],
    "negative but the first": NEGATIVE[1:],
    "mixed but the first": MIXED[1:],
    "zeros": [0.0] * 5,
    "only NaN": [math.nan] * 3,
    "ruin": [0.1, -1.0, 0.5],
}
rand = np.random.RandomState(1337)
noise = rand.normal(0.0004, 0.01, 400).round(6)
market = (0.6 * noise + rand.normal(0.0002, 0.012, 400)).round(6)
sparse = noise.copy()
sparse[[0, 17, 250, 399]] = math.nan
gappy = market.copy()
gappy[[5, 17, 300]] = math.nan
tailed = np.clip(rand.standard_t(3, 500) * 0.01, -0.9, None).round(6)
SERIES |= {"noise": noise.tolist(), "market": market.tolist(), "tailed": tailed.tolist()}
SERIES |= {"sparse noise": sparse.tolist(), "gappy market": gappy.tolist()}

NAN, INF = math.nan, math.inf
D, W, M, Y = 252, 52, 12, 1
PUBLISHED = [
    *[("totalReturn", r, {}, x) for r, x in [("empty", NAN), ("one value", 0.01)]],
    *[
        ("maxDrawdown", r, {}, x)
        for r, x in [
            *[("empty", NAN), ("one value", 0.0), ("benchmark", 0.0), ("mixed", -0.1), ("positive", 0.0)],
            *[("negative", -0.36590730), ("all negative", -0.378589157), ("up, down, up", -0.10)],
        ]
    ],
    *[
        ("cagr", r, {"perYear": p}, x)
        for r, p, x in [
            *[("empty", D, NAN), ("one value", D, 11.274002099240244), ("mixed", D, 1.9135925373194231)],
            *[("weekly", W, 0.24690830513998208), ("weekly", M, 0.052242061386048144)],
            *[("long flat", D, 11.274002099240256), ("flat yearly", Y, 0.03)],
        ]
    ],
    *[
        ("volatility", r, {"perYear": p}, x)
        for r, p, x in [
            *[("long flat", D, 0.0), ("mixed", D, 0.9136465399704637)],
            *[("weekly", W, 0.38851569394870583), ("weekly", M, 0.18663690238892558)],
        ]
    ],
    *[
        ("calmar", r, {"perYear": p}, x)
        for r, p, x in [
            *[("empty", D, NAN), ("one value", D, NAN), ("mixed", D, 19.135925373194233)],
            *[("weekly", W, 2.4690830513998208), ("weekly", M, 0.52242061386048144)],
        ]
    ],
    *[
        ("omega", r, {"riskFree": f, "annualTarget": t, "perYear": D}, x)
        for r, f, t, x in [
            *[("empty", 0, 0, NAN), ("one value", 0, 0, NAN), ("mixed", 0, 10.0, 0.83354263497557934)],
            *[("mixed", 0, -10.0, NAN), ("mixed", 0.01, 0, 0.8125), ("positive", 0.01, 0, NAN)],
            *[("positive", 0.011, 0, 1.125), ("positive", 0.02, 0, 0.0), ("negative", 0.01, 0, 0.0)],
        ]
    ],
    *[
        ("sharpe", r, {"riskFree": 0, "perYear": D}, x)
        for r, x in [
            *[("empty", NAN), ("one value", NAN), ("mixed less itself", NAN), ("mixed", 1.7238613961706866)],
            *[("mixed less benchmark", 0.34111411441060574), ("positive", 52.915026221291804)],
            *[("negative", -24.406808633910085), ("flat", INF)],
        ]
    ],
    *[
        ("downsideDeviation", r, {"target": t, "perYear": p}, x)
        for r, t, p, x in [
            *[("empty", 0, D, NAN), ("one value", 0, D, 0.0), ("mixed less itself", 0, D, 0.0)],
            *[("mixed", 0, D, 0.60448325038829653), ("mixed", 0.1, D, 1.7161730681956295)],
            *[("weekly", 0, W, 0.25888650451930134), ("weekly", 0.1, W, 0.7733045971672482)],
            *[("weekly", 0, M, 0.1243650540411842), ("weekly", 0.1, M, 0.37148351242013422)],
            *[("one", 0, D, 0.20671788246185202), ("two", 0, D, 0.083495680595704475)],
            *[("one", 0, W, 0.093902996054410062), ("two", 0, W, 0.037928477556776516)],
            *[("one", 0, M, 0.045109540184877193), ("two", 0, M, 0.018220251263412916)],
        ]
    ],
    *[
        ("sortino", r, {"target": t, "perYear": p}, x)
        for r, t, p, x in [
            *[("empty", 0, D, NAN), ("one value", 0, D, NAN), ("mixed less itself", 0, D, NAN)],
            *[("mixed", 0, D, 2.605531251673693), ("mixed", 0.01, D, -1.3934779588919977)],
            *[("positive", 0, D, INF), ("negative", 0, D, -13.532743075043401), ("benchmark", 0, D, INF)],
            *[("weekly", 0, W, 1.1158901056866439), ("weekly", 0, M, 0.53605626741889756)],
            *[("one", 0, D, 3.0639640966566306), ("two", 0, D, 38.090963117002495)],
            *[("one", 0, W, 1.3918264112070571), ("two", 0, W, 17.303077589064618)],
            *[("one", 0, M, 0.6686117809312383), ("two", 0, M, 8.3121296084492844)],
        ]
    ],
    *[
        (name, r, {"benchmark": b, "riskFree": 0, "perYear": D}, x)
        for r, b, expected in [
            *[("one value", "one value", (NAN, NAN)), ("mixed", "mixed", (0.0, 1.0))],
            *[("mixed", "mixed negated", (0.0, -1.0))],
            ("mixed but the first", "negative but the first", (-0.9997853834885004, -0.71296296296296313)),
        ]
        for name, x in zip(("alpha", "beta"), expected)
    ],
    *[("tailRatio", r, {}, x) for r, x in [("empty", NAN), ("one value", 1.0)]],
]


def factor(o):
    return o.get("perYear", 365)


def total_return(r, o):
    return np.nanprod(r + 1) - 1 if len(r) else NAN


def cagr(r, o):
    return (1 + total_return(r, o)) ** (factor(o) / len(r)) - 1 if len(r) else NAN


def volatility(r, o):
    return np.nanstd(r, ddof=1) * factor(o) ** 0.5 if len(r) > 1 else NAN


def max_drawdown(r, o):
    if not len(r):
        return NAN
    value = np.concatenate([[100.0], 100 * np.nancumprod(r + 1)])
    peak = np.fmax.accumulate(value)
    return np.nanmin((value - peak) / peak)


def calmar(r, o):
    depth = max_drawdown(r, o)
    ratio = cagr(r, o) / abs(depth) if depth < 0 else NAN
    return NAN if np.isinf(ratio) else ratio


def omega(r, o):
    if len(r) < 2 or o["annualTarget"] <= -1:
        return NAN
    beyond = r - o["riskFree"] - ((1 + o["annualTarget"]) ** (1 / factor(o)) - 1)
    below = -beyond[beyond < 0].sum()
    return beyond[beyond > 0].sum() / below if below > 0 else NAN


def sharpe(r, o):
    return np.nanmean(r - o["riskFree"]) / np.nanstd(r - o["riskFree"], ddof=1) * factor(o) ** 0.5 if len(r) > 1 else NAN


def downside(r, o):
    return np.sqrt(np.nanmean(np.clip(r - o["target"], -INF, 0) ** 2)) * factor(o) ** 0.5 if len(r) else NAN


def sortino(r, o):
    return np.nanmean(r - o["target"]) * factor(o) / downside(r, o) if len(r) > 1 else NAN


def tail_ratio(r, o):
    r = r[~np.isnan(r)]
    tail = o.get("tail", 0.05)
    return abs(np.percentile(r, 100 - 100 * tail)) / abs(np.percentile(r, 100 * tail)) if len(r) else NAN


def value_at_risk(r, o):
    return np.percentile(r, 100 * o["tail"]) if len(r) else NAN


def conditional_value_at_risk(r, o):
    last = int((len(r) - 1) * o["tail"])
    return np.mean(np.partition(r, last)[: last + 1]) if len(r) else NAN


def beta(r, o):
    b = np.array(SERIES[o["benchmark"]])
    if len(r) < 2:
        return NAN
    b = np.where(np.isnan(r), NAN, b)
    residual = b - np.nanmean(b)
    variance = np.nanmean(residual**2)
    return np.nanmean(residual * r) / variance if variance >= 1e-30 else NAN


def alpha(r, o):
    b = np.array(SERIES[o["benchmark"]])
    if len(r) < 2:
        return NAN
    return (1 + np.nanmean(r - o["riskFree"] - beta(r, o) * (b - o["riskFree"]))) ** factor(o) - 1


def moments(r):
    known = r[~np.isnan(r)]
    ratio = np.mean(known) / np.std(known, ddof=1)
    return ratio, len(known), stats.skew(known), stats.kurtosis(known, fisher=False)


def probabilistic(r, o):
    s, n, skew, kurt = moments(r)
    return stats.norm.cdf((s - o["sharpe"]) * (n - 1) ** 0.5 / (1 - skew * s + (kurt - 1) / 4 * s * s) ** 0.5)


def track_record(r, o):
    s, n, skew, kurt = moments(r)
    if s <= o["sharpe"]:
        return INF
    return 1 + (1 - skew * s + (kurt - 1) / 4 * s * s) * (stats.norm.ppf(o["confidence"]) / (s - o["sharpe"])) ** 2


FUNCTIONS = {
    "totalReturn": total_return,
    "cagr": cagr,
    "volatility": volatility,
    "maxDrawdown": max_drawdown,
    "calmar": calmar,
    "omega": omega,
    "sharpe": sharpe,
    "downsideDeviation": downside,
    "sortino": sortino,
    "tailRatio": tail_ratio,
    "valueAtRisk": value_at_risk,
    "conditionalValueAtRisk": conditional_value_at_risk,
    "alpha": alpha,
    "beta": beta,
    "skewness": lambda r, o: stats.skew(r[~np.isnan(r)]),
    "kurtosis": lambda r, o: stats.kurtosis(r[~np.isnan(r)], fisher=False),
    "probabilisticSharpe": probabilistic,
    "minTrackRecord": track_record,
}
EVERY = ["empty", "one value", "mixed", "negative", "positive", "all negative", "up, down, up", "ruin", "zeros"]
EVERY += ["only NaN", "noise", "sparse noise", "tailed", "market"]
LONG = ["noise", "sparse noise", "tailed", "market"]
COMPUTED = [
    *[(f, r, {}) for f in ("totalReturn", "maxDrawdown", "tailRatio") for r in EVERY],
    *[(f, r, {"perYear": 365}) for f in ("cagr", "volatility", "calmar") for r in EVERY],
    *[("sharpe", r, {"riskFree": f, "perYear": 365}) for r in EVERY for f in (0, 0.0002)],
    *[("downsideDeviation", r, {"target": t, "perYear": 365}) for r in EVERY for t in (0, 0.001)],
    *[("sortino", r, {"target": t, "perYear": 365}) for r in EVERY for t in (0, 0.001)],
    *[("omega", r, {"riskFree": f, "annualTarget": t, "perYear": 365}) for r in EVERY for f in (0, 0.0001) for t in (0, 0.2)],
    *[(f, r, {"tail": t}) for f in ("valueAtRisk", "conditionalValueAtRisk") for r in EVERY for t in (0.05, 0.01, 0.5)],
    *[("tailRatio", r, {"tail": t}) for r in LONG for t in (0.01, 0.25)],
    *[
        (f, r, {"benchmark": b, "riskFree": k, "perYear": 365})
        for f in ("alpha", "beta")
        for r, b in [("noise", "market"), ("sparse noise", "gappy market"), ("market", "noise"), ("mixed", "benchmark")]
        for k in (0, 0.0001)
    ],
    *[("beta", "mixed", {"benchmark": "flat", "riskFree": 0, "perYear": 365})],
    *[(f, r, {}) for f in ("skewness", "kurtosis") for r in [*LONG, "mixed"]],
    *[("probabilisticSharpe", r, {"sharpe": s}) for r in LONG for s in (0, 0.05)],
    *[("minTrackRecord", r, {"sharpe": 0, "confidence": c}) for r in LONG for c in (0.95, 0.99)],
]


def plain(x):
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    x = float(x)
    return "NaN" if math.isnan(x) else ("Infinity" if x > 0 else "-Infinity") if math.isinf(x) else x


def computed(f, r, o):
    with np.errstate(all="ignore"):
        return plain(FUNCTIONS[f](np.array(SERIES[r]), o))


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    vector = lambda f, r, o, x: {"metric": f, "returns": r, "options": o, "expected": x}
    print(
        json.dumps(
            {
                "provenance": "test/metrics/reference.py: published vectors of empyrical-reloaded's tests; "
                f"the others computed with numpy {np.__version__} and scipy",
                "series": {name: plain(values) for name, values in SERIES.items()},
                "published": [vector(f, r, o, plain(x)) for f, r, o, x in PUBLISHED],
                "computed": [vector(f, r, o, computed(f, r, o)) for f, r, o in COMPUTED],
            },
            allow_nan=False,
        )
    )
