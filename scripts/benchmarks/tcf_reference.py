# SPDX-License-Identifier: MIT
"""Decodes the TC strings of a file with iab-tcf.

Prints the package's version, the median processor seconds per string, and the numbers of the lines that it
decodes.
"""
import statistics
import sys
import time
from importlib.metadata import version

from iab_tcf import decode_v2

with open(sys.argv[1], encoding="utf-8") as file:
    strings = file.read().split("\n")


def read_all(text):
    """Reads what a caller would ask for: the package decodes each field when it is asked."""
    consent = decode_v2(text)
    return (
        consent.purposes_consent,
        consent.purposes_legitimate_interests,
        consent.consented_vendors,
        consent.interests_vendors,
        consent.pub_restriction_entries,
    )


decoded = []
for number, text in enumerate(strings):
    try:
        read_all(text)
        decoded.append(number)
    except Exception:  # the package raises whatever its parsing runs into
        pass

rounds = []
for _ in range(7):
    start = time.process_time()
    for number in decoded:
        read_all(strings[number])
    rounds.append((time.process_time() - start) / len(decoded))

print(version("iab-tcf"))
print(statistics.median(rounds))
print(" ".join(map(str, decoded)))
