import { describe, expect, it } from "vitest";
import { MAX_PARSED_LENGTH, MAX_SEARCHED_LENGTH } from "../../src/permissions/commands/command-limits.js";
import { commandSegments } from "../../src/permissions/commands/command-segments.js";
import { loadCommandReader, readCommand } from "../../src/permissions/index.js";
import { expandBraces } from "../../src/permissions/rules/expand-braces.js";
import { compileNameGlob } from "../../src/permissions/rules/name-glob.js";
import { strictTokens } from "../../src/permissions/shell/strict-tokens.js";
import { machineSlowness } from "../processor-time.js";

const read = await loadCommandReader();

/** Twice the text may take twice the time; the rest allows for garbage collection and first compilation. */
const MAX_GROWTH = 3.5;
/** Below this time a ratio is not meaningful. */
const LEAST_MS = 8;
/** The maximum time for which the content of a call may block the event loop. */
const MAX_MS = 50;
/** Maximum number of readings until one is fast enough: the first ones run code that is not compiled yet. */
const MAX_RUNS = 8;
/** Maximum number of measurements of a text and its half until their ratio is within the limit. */
const MAX_ROUNDS = 16;

/** Milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** Returns the least processor time of some runs in milliseconds; it stops at the first run below a limit. */
function fastest(work: () => unknown, limit: number): number {
  let least = timeOf(work);
  for (let run = 1; run < MAX_RUNS && least > limit; run += 1) least = Math.min(least, timeOf(work));
  return least;
}

function expectLinear(textOf: (size: number) => string, size: number, work: (text: string) => unknown): void {
  const [half, whole] = [textOf(size / 2), textOf(size)];
  // If the whole takes less than the limit for its half, the half need not be measured.
  let wholeMs = fastest(() => work(whole), LEAST_MS * MAX_GROWTH * slowness);
  let halfMs = Number.POSITIVE_INFINITY;
  const limit = () => Math.max(LEAST_MS, halfMs) * MAX_GROWTH * slowness;
  // Both are measured in turn, since other processes slow the machine down for a while.
  for (
    let round = 0;
    round < MAX_ROUNDS && !(halfMs < Number.POSITIVE_INFINITY && wholeMs < limit());
    round += 1
  ) {
    if (wholeMs < LEAST_MS * MAX_GROWTH * slowness) return;
    halfMs = Math.min(
      halfMs,
      timeOf(() => work(half)),
    );
    wholeMs = Math.min(
      wholeMs,
      timeOf(() => work(whole)),
    );
  }
  expect(wholeMs).toBeLessThan(MAX_MS * slowness);
  expect(wholeMs).toBeLessThan(limit());
}

const filledWith = (piece: string) => (size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("");

const PIECES = [
  "$(",
  "`",
  "a;",
  "a\n",
  "cp a/b c/d;",
  "git log a | ",
  "'\"",
  "bash -c ",
  'bash -c "$(',
  "env ",
  "sudo ",
  "watch ",
  "ssh h ",
  "eval ",
  "(",
  "((",
  "{ ",
  "{a,",
  "\\",
  "${",
  "$((",
  "<(",
  "a=",
  "-a ",
  "$'\\x41",
  "$'",
  "<<E\n",
  "<<<",
  ">a ",
  "> 'a ",
  "if ",
  "case a in ",
  "f() { ",
  "[[ ",
  "cd a;",
  "cd a/../b;cat ../x;",
  "find -exec ",
  "find . -exec ",
  "timeout 5 ",
  "env -Senv ",
  "env A=1 ",
  "xargs ",
  "| a",
  "&& ",
  "* ",
  "[",
  "=@:,",
  "é",
  "\u3164",
  CONTROLS,
];

const slowness = machineSlowness();

describe("the time of reading a command", () => {
  it.each(PIECES)("grows with the length of a text made of %j", (piece) => {
    expectLinear(filledWith(piece), MAX_PARSED_LENGTH - 20, (text) => read(`rg a ${text}`));
  });

  it.each([
    ["letters in double quotes that are not closed", '"', "a"],
    ["letters in single quotes that are not closed", "'", "a"],
    ["letters of another script in double quotes that are not closed", '"', "ß"],
    ["digits in double quotes that are not closed", '"', "1"],
  ])("does not grow exponentially with %s", (_title, quote, letter) => {
    // 24 letters had 2^24 readings: enough to notice, but few enough for the test to end.
    const textOf = (size: number) => `grep ${quote}${letter.repeat(size)}$B f`;
    expectLinear(textOf, 24, strictTokens);
    expect(read(`grep "${letter.repeat(40)}$B" f`).certain).toBeUndefined();
    expect(read(`grep "${letter.repeat(40)}\\|B" f`).certain).toHaveLength(1);
  });

  it.each(PIECES)("stays within the limit for a text made of %j that is too long to be parsed", (piece) => {
    const text = filledWith(piece)(MAX_SEARCHED_LENGTH);
    expect(fastest(() => read(text), MAX_MS)).toBeLessThan(MAX_MS * slowness);
    expect(read(text).unreadable).toBeDefined();
    expect(read(text).uninspected).toBeDefined();
  });

  it.each([">a ", "1>a ", "a1>a>a", '1"1">'])(
    "grows with the length of a redirection %j that is repeated",
    (piece) => {
      expectLinear(filledWith(piece), 200_000, commandSegments);
    },
  );

  it("stays near zero for a text that is too long to be searched", () => {
    const text = "a;".repeat(500_000);
    for (const reader of [read, readCommand]) {
      expect(fastest(() => reader(text), LEAST_MS)).toBeLessThan(MAX_MS * slowness);
      expect(reader(text).unreadable).toBeDefined();
    }
  });
});

describe("the time of reading a pattern", () => {
  it.each(["{", "{a", "[", "[[]", "[!", "\\[", "{[", "*[", "{a,b", ",}", "*{,"])("grows with %j", (piece) => {
    expectLinear(filledWith(piece), 40_000, (text) => {
      try {
        return expandBraces(text).map(compileNameGlob);
      } catch (error) {
        // The braces stand for too many patterns.
        expect(error).toBeInstanceOf(RangeError);
        return undefined;
      }
    });
  });
});
