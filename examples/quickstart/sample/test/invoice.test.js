import assert from "node:assert/strict";
import { test } from "node:test";
import { createInvoice } from "../src/invoice.js";

test("adds up the entries of each project", () => {
  const entries = [
    { project: "Website", spent: "2h" },
    { project: "Support", spent: "45m" },
    { project: "Website", spent: "15m" },
  ];
  assert.deepEqual(createInvoice(entries, { centsPerHour: 9000 }), {
    lines: [
      { project: "Website", minutes: 135, cents: 20250 },
      { project: "Support", minutes: 45, cents: 6750 },
    ],
    totalCents: 27000,
  });
});

test("an empty sheet costs nothing", () => {
  assert.deepEqual(createInvoice([], { centsPerHour: 9000 }), { lines: [], totalCents: 0 });
});
