import { expect, it } from "vitest";
import { toolsetWorld } from "../toolset-world.js";

const FILES = {
  "src/a.ts": "one two one\nTwo\nthree\n",
  "src/b.py": "one\n",
  "c.txt": "x1\nx2\nx3\nx4\n",
};

const CALLS: readonly (readonly [
  parameters: string,
  input: Readonly<Record<string, unknown>>,
  text: string,
])[] = [
  ["offset", { pattern: "x", offset: 2 }, "c.txt:3:x3\nc.txt:4:x4"],
  [
    "offset and head_limit",
    { pattern: "x", offset: 1, head_limit: 2 },
    "c.txt:2:x2\nc.txt:3:x3\n[There is more. Use a narrower pattern, or search fewer files with path or glob.]",
  ],
  ["head_limit 0", { pattern: "x", head_limit: 0 }, "c.txt:1:x1\nc.txt:2:x2\nc.txt:3:x3\nc.txt:4:x4"],
  ["multiline", { pattern: "x2\\nx3", multiline: true }, "c.txt:2:x2\nc.txt:3:x3"],
  ["-A", { pattern: "x2", "-A": 1 }, "c.txt:2:x2\nc.txt-3-x3"],
  ["-B", { pattern: "x2", "-B": 1 }, "c.txt-1-x1\nc.txt:2:x2"],
  ["-C", { pattern: "x2", "-C": 1 }, "c.txt-1-x1\nc.txt:2:x2\nc.txt-3-x3"],
  ["-n false", { pattern: "x2", "-n": false }, "c.txt:x2"],
  ["-n true", { pattern: "x2", "-n": true }, "c.txt:2:x2"],
  ["-i", { pattern: "^two", "-i": true }, "src/a.ts:2:Two"],
  ["type", { pattern: "one", type: "py" }, "src/b.py:1:one"],
  ["glob", { pattern: "one", glob: "src/*.ts" }, "src/a.ts:1:one two one"],
  [
    "-o",
    { pattern: "one|th\\w", "-o": true },
    "src/a.ts:1:one\nsrc/a.ts:1:one\nsrc/a.ts:3:thr\nsrc/b.py:1:one",
  ],
  [
    "-o and -n false",
    { pattern: "one", path: "src/a.ts", "-o": true, "-n": false },
    "src/a.ts:one\nsrc/a.ts:one",
  ],
  ["-o and -i", { pattern: "TWO", "-o": true, "-i": true }, "src/a.ts:1:two\nsrc/a.ts:2:Two"],
  ["-o and -A", { pattern: "two", "-o": true, "-A": 1 }, "src/a.ts:1:two\nsrc/a.ts-2-Two"],
  [
    "-o and multiline",
    { pattern: "(?s)two o.*?T|hre", "-o": true, multiline: true },
    "src/a.ts:1:two one\nsrc/a.ts:2:T\nsrc/a.ts:3:hre",
  ],
  [
    "-o, offset and head_limit",
    { pattern: "\\w+", path: "src/a.ts", "-o": true, offset: 1, head_limit: 2 },
    "src/a.ts:1:two\nsrc/a.ts:1:one\n[There is more. Use a narrower pattern, or search fewer files with path or glob.]",
  ],
  ["-o false", { pattern: "two", "-o": false }, "src/a.ts:1:one two one"],
  ["-o without a part that has text", { pattern: "q*", "-o": true }, "No matches found"],
  [
    "-o and output_mode count, where it has no effect",
    { pattern: "one", "-o": true, output_mode: "count" },
    "src/a.ts:1\nsrc/b.py:1\n[2 in 2 files]",
  ],
  [
    "-o and output_mode files_with_matches, where it has no effect",
    { pattern: "one", "-o": true, output_mode: "files_with_matches" },
    "src/a.ts\nsrc/b.py",
  ],
];

it.each(CALLS)("Grep of the claude-code toolset supports %s", async (_parameters, input, expected) => {
  const { write, text } = await toolsetWorld("claude-code");
  await write(FILES);
  expect(await text("Grep", { output_mode: "content", ...input })).toBe(expected);
});

it("Grep with -o returns the first 250 parts of a line of 1 MB with 500,000 matches", async () => {
  const { write, text } = await toolsetWorld("claude-code");
  await write({ "long.txt": "ab".repeat(500_000) });
  const rows = (await text("Grep", { pattern: "b", "-o": true, head_limit: 0 })).split("\n");
  expect(rows).toHaveLength(251);
  expect(new Set(rows.slice(0, 250))).toEqual(new Set(["long.txt:1:b"]));
  expect(rows[250]).toMatch(/^\[There is more/);
});
