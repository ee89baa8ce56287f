#!/usr/bin/env python3
"""Makes payments.csv and accounts.csv: 60 accounts, 400 payments in 90 days, and a few rings that money goes around in.

The numbers are drawn by a generator of its own (PCG32, O'Neill), so that they are the same with every version of Python.
Run it in this folder.
"""

import csv

MASK = (1 << 64) - 1
ACCOUNTS, PAYMENTS, DAYS, RINGS = 60, 400, 90, 6
COUNTRIES = ["AT", "CH", "CY", "DE", "LU", "NL"]


class Random:
    """PCG32 from a fixed state."""

    state = 0x853C49E6748FEA9B

    def below(self, bound):
        """An integer from 0 to bound - 1. The bias of the remainder does not matter here."""
        old = self.state
        self.state = (old * 6364136223846793005 + 0xDA3E39CB94B95BDB) & MASK
        shifted = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF
        turn = old >> 59
        return ((shifted >> turn | shifted << (-turn & 31)) & 0xFFFFFFFF) % bound


def main():
    random = Random()
    accounts = []
    for account in range(1001, 1001 + ACCOUNTS):
        limit = [500, 1000, 2000, 5000, 10000][random.below(5)]
        opened = f"20{15 + random.below(10)}-{1 + random.below(12):02}-{1 + random.below(28):02}"
        accounts.append((account, f"Account {account}", limit, COUNTRIES[random.below(len(COUNTRIES))], opened))

    payments = {}
    # Each ring passes most of an amount on, a few days later each time.
    for _ in range(RINGS):
        ring = []
        while len(ring) < 3:
            account = 1001 + random.below(ACCOUNTS)
            if account not in ring:
                ring.append(account)
        amount, day = 2000 + random.below(6000), 1 + random.below(DAYS - 30)
        for source, target in zip(ring, ring[1:] + ring[:1]):
            payments.setdefault((source, target), (amount, day))
            amount, day = amount * (90 + random.below(9)) // 100, day + 1 + random.below(6)
    while len(payments) < PAYMENTS:
        source, target = 1001 + random.below(ACCOUNTS), 1001 + random.below(ACCOUNTS)
        if source != target:
            payments.setdefault((source, target), (5 + random.below(900), 1 + random.below(DAYS)))

    with open("accounts.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["id", "name", "limit", "country", "opened"])
        rows.writerows(accounts)
    with open("payments.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["from", "to", "amount", "day"])
        rows.writerows((*ends, *payment) for ends, payment in sorted(payments.items(), key=lambda item: (item[1][1], item[0])))


main()
