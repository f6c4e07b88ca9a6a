import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parseCsv } from "../src/csv.js";

test("reads lines by the names of the header", () => {
  assert.deepEqual(parseCsv("a,b\n1,2\n3,4\n"), [
    { a: "1", b: "2" },
    { a: "3", b: "4" },
  ]);
});

test("keeps commas, quotes and line ends in quotes", () => {
  assert.deepEqual(parseCsv('a,b\n"x, y","say ""hi"""\n'), [{ a: "x, y", b: 'say "hi"' }]);
});

test("reads the sheet of March", async () => {
  const entries = parseCsv(await readFile(new URL("../data/march.csv", import.meta.url), "utf8"));
  assert.equal(entries.length, 4);
  assert.equal(entries[0].project, "Website, relaunch");
});
