"""Reads replies as other graders do, with their own code.

Input: a JSON array of rows {kind, options, response, answer}, `answer` being the labelled one or
null. Output: a JSON object, for each grader an array with one item a row, and "seconds" with the time
that each has taken. An item is [picked, same]: whether it has picked an answer, and whether that is
`answer` by its own comparison.

inspect_ai reads a choice only after "ANSWER:", which its own prompts ask for; Math-Verify only where
the reply calls it the answer.
"""

import json
import logging
import sys
import time
from types import SimpleNamespace


def inspect_ai(rows):
    from inspect_ai.scorer._common import match_str
    from inspect_ai.solver._multiple_choice import parse_answers

    def read(row):
        if row["kind"] == "math":
            # Without a number in the reply the answer is empty.
            target = "0" if row["answer"] is None else row["answer"]
            answer, same = match_str(row["response"], target, location="end", numeric=True)
            return [answer != "", same]
        state = SimpleNamespace(
            output=SimpleNamespace(completion=row["response"]), choices=row["options"]
        )
        answers = parse_answers(state, multiple_correct=False)
        return [bool(answers), answers == {row["answer"]}]

    return [read(row) for row in rows]


def lm_eval(rows):
    import re

    from lm_eval.filters.extraction import MultiChoiceRegexFilter, RegexFilter

    # The flexible filters of the tasks gsm8k and mmlu_flan_cot_zeroshot.
    number = RegexFilter(r"(-?[$0-9.,]{2,})|(-?[0-9]+)", group_select=-1)
    letter = MultiChoiceRegexFilter(
        r"(\([A-Z]\))", group_select=-1, ignore_case=True, ignore_punctuation=True
    )
    results = [None] * len(rows)
    for kind, filter in (("math", number), ("choice", letter)):
        places = [place for place, row in enumerate(rows) if row["kind"] == kind]
        found = filter.apply(
            [[rows[place]["response"]] for place in places],
            [{"choices": rows[place]["options"]} for place in places],
        )
        for place, [answer] in zip(places, found):
            if kind == "math":
                # What the task's metric ignores.
                answer = re.sub(r",|\$|\.$", "", answer)
            else:
                answer = answer.strip("()")
            picked = answer != "[invalid]"
            results[place] = [picked, picked and answer == row_answer(rows[place])]
    return results


def row_answer(row):
    return row["answer"] if row["answer"] is None else row["answer"].replace(",", "")


def math_verify(rows):
    from math_verify import StringExtractionConfig, parse, verify

    logging.disable(logging.CRITICAL)
    letters = {}

    def read(row):
        if row["kind"] == "choice":
            count = len(row["options"])
            strings = tuple(chr(65 + place) for place in range(count))
            config = letters.setdefault(count, [StringExtractionConfig(strings=strings)])
            answer = parse(row["response"], extraction_config=config)
            gold = row["answer"] and parse(row["answer"], extraction_config=config)
        else:
            answer = parse(row["response"])
            gold = row["answer"] and parse(row["answer"])
        return [bool(answer), bool(gold and answer) and verify(gold, answer)]

    return [read(row) for row in rows]


def main():
    rows = json.load(sys.stdin)
    results = {"seconds": {}}
    graders = {
        "inspect_ai": inspect_ai,
        "lm-evaluation-harness": lm_eval,
        "Math-Verify": math_verify,
    }
    for name, read in graders.items():
        # Loading the grader and its tables takes longer than reading many replies.
        read(rows[:1])
        _, fixed = timed(read, [])
        results[name], seconds = timed(read, rows)
        results["seconds"][name] = max(seconds - fixed, 0)
    json.dump(results, sys.stdout)


def timed(read, rows):
    start = time.perf_counter()
    return read(rows), time.perf_counter() - start


main()
