"""Stock keeping for a small warehouse: items, movements and a nightly report."""

from __future__ import annotations

import csv
import logging
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

logger = logging.getLogger(__name__)

DEFAULT_REORDER_LEVEL = 12
MAX_BATCH_ROWS = 500


@dataclass
class Item:
    """One article and how much of it is there."""

    sku: str
    title: str
    quantity: int = 0
    reorder_level: int = DEFAULT_REORDER_LEVEL
    tags: list[str] = field(default_factory=list)

    def needs_reorder(self) -> bool:
        # Articles that were discontinued keep their stock but are never ordered again.
        if "discontinued" in self.tags:
            return False
        return self.quantity <= self.reorder_level

    def describe(self) -> str:
        state = "low" if self.needs_reorder() else "fine"
        return f"{self.sku}: {self.title} ({self.quantity}, {state})"


class Warehouse:
    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.root = root
        self._items: dict[str, Item] = {}
        self._movements: list[tuple[date, str, int]] = []

    def add_item(self, item: Item) -> None:
        if item.sku in self._items:
            raise ValueError(f"duplicate sku: {item.sku}")
        self._items[item.sku] = item
        logger.debug("added %s to %s", item.sku, self.name)

    def receive(self, sku: str, amount: int, day: date | None = None) -> int:
        item = self._items[sku]
        if amount <= 0:
            raise ValueError("amount must be positive")
        item.quantity += amount
        self._movements.append((day or date.today(), sku, amount))
        return item.quantity

    def dispatch(self, sku: str, amount: int, day: date | None = None) -> int:
        item = self._items[sku]
        if amount > item.quantity:
            raise ValueError(f"only {item.quantity} of {sku} left")
        item.quantity -= amount
        self._movements.append((day or date.today(), sku, -amount))
        return item.quantity

    def movements_since(self, days: int) -> list[tuple[date, str, int]]:
        oldest = date.today() - timedelta(days=days)
        result = []
        for day, sku, amount in self._movements:
            if day < oldest:
                continue
            result.append((day, sku, amount))
        return result

    def write_report(self, path: Path) -> int:
        rows = 0
        with path.open("w", newline="", encoding="utf-8") as handle:
            writer = csv.writer(handle)
            writer.writerow(["sku", "title", "quantity", "reorder"])
            for sku in sorted(self._items):
                item = self._items[sku]
                writer.writerow([sku, item.title, item.quantity, item.needs_reorder()])
                rows += 1
                if rows >= MAX_BATCH_ROWS:
                    logger.warning("report of %s cut at %d rows", self.name, rows)
                    break
        return rows


def load_items(path: Path) -> list[Item]:
    items = []
    with path.open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            try:
                quantity = int(row["quantity"])
            except (KeyError, ValueError):
                logger.warning("row without quantity: %r", row)
                quantity = 0
            items.append(
                Item(
                    sku=row["sku"].strip(),
                    title=row["title"].strip(),
                    quantity=quantity,
                    tags=[tag for tag in row.get("tags", "").split("|") if tag],
                )
            )
    return items


def main(argv: list[str]) -> int:
    if len(argv) < 3:
        print("usage: inventory ITEMS REPORT")
        return 2
    warehouse = Warehouse("main", Path.cwd())
    for item in load_items(Path(argv[1])):
        warehouse.add_item(item)
    written = warehouse.write_report(Path(argv[2]))
    print(f"{written} rows written")
    return 0
