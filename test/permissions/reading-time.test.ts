import { describe, expect, it } from "vitest";
import { MAX_PARSED_LENGTH, MAX_SEARCHED_LENGTH } from "../../src/permissions/command-limits.js";
import { expandBraces } from "../../src/permissions/expand-braces.js";
import { loadCommandReader, readCommand } from "../../src/permissions/index.js";
import { compileNameGlob } from "../../src/permissions/name-glob.js";
import { strictTokens } from "../../src/permissions/shell/strict-tokens.js";
import { machineSlowness } from "../processor-time.js";

const read = await loadCommandReader();

/** Twice the text may take twice the time; more is allowed for what a collection of garbage or a first compilation adds. */
const MAX_GROWTH = 3.5;
/** Below this a ratio says nothing. */
const LEAST_MS = 8;
/** No content of a call may hold the event loop for longer; the test allows for code that is not compiled yet. */
const MAX_MS = 200;

/** Milliseconds of processor time, the least of some runs. */
function fastest(work: () => unknown, runs = 2): number {
  const times = Array.from({ length: runs }, () => {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function expectLinear(textOf: (size: number) => string, size: number, work: (text: string) => unknown): void {
  const [half, whole] = [textOf(size / 2), textOf(size)];
  const halfMs = fastest(() => work(half));
  const wholeMs = fastest(() => work(whole));
  expect(wholeMs).toBeLessThan(Math.max(LEAST_MS, halfMs) * MAX_GROWTH * slowness);
  expect(wholeMs).toBeLessThan(MAX_MS * slowness);
}

const filledWith = (piece: string) => (size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("");

const PIECES = [
  "$(",
  "`",
  "a;",
  "a\n",
  "'\"",
  "bash -c ",
  'bash -c "$(',
  "sudo ",
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
  ])("does not double with each of %s", (_title, quote, letter) => {
    // Of 24 letters there were 2^24 readings: enough to notice, and not so many that this test would not end.
    const textOf = (size: number) => `grep ${quote}${letter.repeat(size)}\\|B f`;
    expectLinear(textOf, 24, strictTokens);
    expect(read(`grep "${letter.repeat(40)}\\|B" f`).certain).toBeUndefined();
    expect(read(`grep "${letter.repeat(40)}|B" f`).certain).toHaveLength(1);
  });

  it.each(PIECES)("is bounded where a text made of %j is too long to be parsed", (piece) => {
    for (const length of [MAX_SEARCHED_LENGTH, 1_000_000]) {
      const text = filledWith(piece)(length);
      expect(fastest(() => read(text), 1)).toBeLessThan(MAX_MS * slowness);
      expect(fastest(() => readCommand(text), 1)).toBeLessThan(MAX_MS * slowness);
      expect(read(text).unreadable).toBeDefined();
    }
  });
});

describe("the time of reading a pattern", () => {
  it.each(["{", "{a", "[", "[[]", "[!", "\\[", "{[", "*[", "{a,b", ",}", "*{,"])("grows with %j", (piece) => {
    expectLinear(filledWith(piece), 40_000, (text) => {
      try {
        return expandBraces(text).map(compileNameGlob);
      } catch (error) {
        // Braces that stand for too many patterns.
        expect(error).toBeInstanceOf(RangeError);
        return undefined;
      }
    });
  });
});
