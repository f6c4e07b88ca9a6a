import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { Backend, TextSearch } from "../../../src/contract/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { startStopwatch } from "../../processor-time.js";
import { seedFolder } from "../backend-factories.js";
import { temporaryFolder } from "../temporary-folder.js";

type Request = Pick<TextSearch, "pattern"> & Partial<TextSearch>;

const signal = new AbortController().signal;

async function linesOf(backend: Backend, path: string, request: Request): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { kind, line, text } of backend.search?.text({ path, signal, ...request }) ?? []) {
      found.push(`${kind} ${line} ${text}`);
    }
    return found;
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return [error.code];
  }
}

/** Lines of a text that match, 1-based. */
async function matching(text: string, request: Request | string): Promise<number[]> {
  const backend = memoryBackend({ files: { "/text": text } });
  const lines = await linesOf(backend, "/text", typeof request === "string" ? { pattern: request } : request);
  return lines.map((line) => Number(line.split(" ")[1]));
}

// Atoms with the same meaning in any position. Excluded are atoms whose results in ripgrep depend on its
// search strategy: \A, \z and (?-m:$), which refer to the ends of a text that ripgrep divides arbitrarily;
// and ")", with which a pattern can end the group that ripgrep puts around it.
const ATOMS = [
  "a",
  "b",
  "A",
  "ß",
  "é",
  "K",
  "k",
  "s",
  "ſ",
  "1",
  "_",
  " ",
  "-",
  "\\.",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "\\D",
  "\\S",
  "[ab]",
  "[^a]",
  "[a-z&&[^b]]",
  "[[:alpha:]]",
  "[[:^digit:]]",
  "[\\w--b]",
  "[a-c~~b-d]",
  "[]a]",
  "[-a]",
  "[a-]",
  "[a\\]]",
  "\\p{Lu}",
  "\\pL",
  "\\P{Greek}",
  "\\x41",
  "\\x{e9}",
  "\\u00e9",
  "\\t",
  "(a|b)",
  "(?:a|)",
  "(?P<n>a)",
  "(?<n>b)",
  "(?i:a)",
  "(?-i:a)",
  "(?i)",
  "(?s:.)",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\<",
  "\\>",
  "\\b{start}",
  "\\b{end-half}",
  "|",
  "(a*)*",
  "[^\\S\\n]",
  "{",
  "}",
  "]",
  "\\/",
  "#",
  "🙂",
  "[🙂-🙃]",
  "(?U:a+)",
  "(",
  "\\",
  "(?=a)",
  "\\1",
];
const QUANTIFIERS = ["", "", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?", "??", "++"];
const CHARACTERS = [
  "a",
  "b",
  "A",
  "B",
  "ß",
  "é",
  "É",
  "K",
  "k",
  "K",
  "s",
  "ſ",
  "1",
  "_",
  " ",
  "-",
  ".",
  "\n",
  "\n",
  "\r\n",
  "\t",
  "🙂",
  "c",
  "Σ",
  "σ",
];

describe("expressions of a search in memory", () => {
  it("match as in ripgrep", async () => {
    const root = await temporaryFolder();
    const path = `${root}/file`;
    const local = localBackend();
    const pattern = fc
      .array(fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS)), {
        minLength: 1,
        maxLength: 5,
        size: "max",
      })
      .map((parts) => parts.flat().join(""));
    const text = fc
      .array(fc.constantFrom(...CHARACTERS), { maxLength: 40, size: "max" })
      .map((characters) => characters.join(""));
    const options = fc.record({
      caseSensitive: fc.boolean(),
      literal: fc.nat({ max: 9 }).map((number) => number === 0),
      contextLines: fc.nat({ max: 2 }),
      multiline: fc.nat({ max: 3 }).map((number) => number === 0),
    });
    await fc.assert(
      fc.asyncProperty(pattern, text, options, async (expression, content, rest) => {
        // In ripgrep, the position inside a Windows line break is on the line.
        fc.pre(!(/\\B|half/.test(expression) && content.includes("\r")));
        await seedFolder(root, { file: content });
        // Around an empty match after the last line, ripgrep returns context lines without a match.
        const request = { pattern: expression, ...rest, ...(rest.multiline ? { contextLines: 0 } : {}) };
        const memory = memoryBackend({ files: { [path]: content } });
        expect(await linesOf(memory, path, request)).toEqual(await linesOf(local, path, request));
      }),
      // A fixed seed: the reference is an external program, whose peculiarities should not appear at random.
      { numRuns: Number(process.env.RUNS ?? 60), seed: Number(process.env.SEED ?? 1) },
    );
  }, 600_000);

  const multiline: readonly (readonly [pattern: string, lines: readonly number[]])[] = [
    ["one\\ntwo", [1, 2]],
    ["one\\s+two", [1, 2]],
    ["(?s)one.*?four", [1, 2, 3, 4]],
    ["e\\n\\nf", []],
    ["^$", []],
    ["\\Aone", [1]],
    ["five\\z", [5]],
    ["\\Atwo", []],
    ["two\\n", [2]],
  ];
  it.each(multiline)("match across lines: %j", async (pattern, lines) => {
    expect(await matching("one\ntwo\nthree\nfour\nfive", { pattern, multiline: true })).toEqual(lines);
  });

  it("prefer the same match as ripgrep if several start at one position", async () => {
    const text = "a\na\nb\na\nb\n";
    expect(await matching(text, { pattern: "(?s)a.*b", multiline: true })).toEqual([1, 2, 3, 4, 5]);
    expect(await matching(text, { pattern: "(?s)a.*?b", multiline: true, maxMatchesPerFile: 1 })).toEqual([
      1, 2, 3,
    ]);
    expect(await matching("a\nb\na\n", { pattern: "(?s)a(.*z)?", multiline: true })).toEqual([1, 3]);
    expect(await matching(text, { pattern: "a|a\\na", multiline: true, maxMatchesPerFile: 1 })).toEqual([1]);
    expect(await matching(text, { pattern: "a\\na|a", multiline: true, maxMatchesPerFile: 1 })).toEqual([
      1, 2,
    ]);
  });

  const refused: readonly (readonly [pattern: string, reason: string])[] = [
    ["(?x) a", "not supported"],
    ["(?=a)", "look-ahead or look-behind"],
    ["(?<!a)b", "look-ahead or look-behind"],
    ["(a)\\1", "backreference"],
    ["[z-a]", "runs backwards"],
    ["[[:alpha:]-z]", "single characters"],
    ["a{3,2}", "runs backwards"],
    ["\\p{Klingon}", "Unicode property"],
    ["\\x{110000}", "hexadecimal"],
    ["\\xZZ", "hexadecimal"],
    ["[\\b]", "assertion"],
    ["((){9999}){9999}", "too large"],
    ["((((a{99}){99}){99}){99}){99}", "too large"],
    ["(".repeat(251) + ")".repeat(251), "nest deeper"],
    ["[".repeat(60), "nest deeper"],
    ["a\nb", "multiline"],
  ];
  it.each(refused)("refuse %j with a reason and the remedy", async (pattern, reason) => {
    const backend = memoryBackend({ files: { "/text": "" } });
    const error: unknown = await (async () => {
      for await (const _ of backend.search.text({ path: "/text", pattern, signal }));
    })().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "invalid-pattern" });
    expect((error as Error).message).toContain(reason);
    expect((error as Error).message).toContain("is not a valid regular expression here");
    expect((error as Error).message.length).toBeLessThan(700);
  });

  const slow: readonly (readonly [title: string, pattern: string, text: string])[] = [
    ["nested repetitions", "(a+)+$x", "a".repeat(200_000)],
    ["alternatives that overlap", "(a|a|aa)*b", "a".repeat(200_000)],
    ["many wildcards", ".*.*.*.*=.*;", "x".repeat(200_000)],
    ["optional letters", `${"a?".repeat(500)}${"a".repeat(500)}b`, "a".repeat(5_000)],
    ["large counts", "(x{1,50}y?){1,50}z", "xy".repeat(5_000)],
  ];
  it.each(slow)(
    "take linear time in the length of the text: %s",
    async (_title, pattern, text) => {
      const elapsedMs = startStopwatch();
      expect(await matching(text, pattern)).toEqual([]);
      expect(await matching(text, { pattern, multiline: true })).toEqual([]);
      expect(elapsedMs()).toBeLessThan(15_000);
    },
    30_000,
  );

  it("yields to the event loop while an expression needs a new state for almost every character", async () => {
    let bits = 1;
    const text = Array.from({ length: 10_000 }, () => {
      bits = (bits * 1_103_515_245 + 12_345) % 2 ** 31;
      return bits < 2 ** 30 ? "x" : "y";
    }).join("");
    let turns = 0;
    let isOver = false;
    const tick = () => {
      turns += 1;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    expect(await matching(text, "[xy]*x[xy]{60}[zw]")).toEqual([]);
    isOver = true;
    // About 30 instructions wait in each state: 300,000 of them, and each counts for several steps of 250,000.
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it("yield to the event loop, and can be cancelled", async () => {
    const backend = memoryBackend({ files: { "/text": "xy".repeat(2_000_000) } });
    const controller = new AbortController();
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks === 3) controller.abort();
    }, 1);
    const search = (async () => {
      const pattern = "(x{1,50}y?){1,50}z";
      for await (const _ of backend.search.text({ path: "/text", pattern, signal: controller.signal }));
    })();
    await expect(search).rejects.toMatchObject({ code: "cancelled" });
    clearInterval(timer);
    expect(ticks).toBeGreaterThanOrEqual(3);
  });
});
