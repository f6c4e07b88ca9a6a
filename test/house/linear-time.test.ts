import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import attacked from "./attacked-patterns.json" with { type: "json" };
import { collectPatterns } from "./collect-patterns.js";
import { growsTooFast, workMs } from "./growth.js";
import { isProvenLinear } from "./proven-linear.js";
import { RUN_TIME_PATTERNS } from "./run-time-patterns.js";

/** The hardest text of a pattern: a start and a part that is repeated after it. */
interface Attack {
  readonly start: string;
  readonly again: string;
  /** Length of the longest text, for a pattern that may be nonlinear because its texts are bounded. */
  readonly longest?: number;
  /** The code that bounds the texts. */
  readonly because?: string;
}

const ATTACKS: Readonly<Record<string, Attack>> = attacked;

/** Limit of processor time for a text of the longest length. */
const MAX_LONGEST_MS = 50;

const PATTERNS = collectPatterns(fileURLToPath(new URL("../../src", import.meta.url)));
const UNPROVEN = PATTERNS.filter(({ pattern }) => pattern !== undefined && !isProvenLinear(pattern));

describe("the regular expressions of the sources", () => {
  it("pass isProvenLinear or have an entry in attacked-patterns.json", () => {
    expect(PATTERNS.length).toBeGreaterThan(400);
    const missing = UNPROVEN.filter(({ written }) => ATTACKS[written] === undefined).map(
      ({ file, written }) => `${file}: ${written}`,
    );
    expect(
      missing,
      "Add each to test/house/attacked-patterns.json with the hardest text, " +
        "or rewrite it with a single unbounded repetition after ^ or at the end.",
    ).toEqual([]);
  });

  it("match every entry of attacked-patterns.json", () => {
    const written = new Set(UNPROVEN.map((pattern) => pattern.written));
    expect(
      Object.keys(ATTACKS).filter((one) => !written.has(one)),
      "Remove these from test/house/attacked-patterns.json.",
    ).toEqual([]);
  });

  it("take linear time on their attacks, or bounded time where their texts are bounded", () => {
    const slow = UNPROVEN.flatMap(({ file, written, pattern }) => {
      const attack = ATTACKS[written];
      if (pattern === undefined || attack === undefined || withstands(pattern, attack)) return [];
      return [`${file}: ${written} on ${JSON.stringify(attack)}`];
    });
    expect(
      slow,
      "Rewrite the pattern, or bound the text and state the bound in longest and because.",
    ).toEqual([]);
  });

  it("state a reason in run-time-patterns.ts if they are created at run time", () => {
    const files = PATTERNS.filter(({ pattern }) => pattern === undefined).map(({ file }) => file);
    expect(
      [...new Set(files)].sort(),
      "State in test/house/run-time-patterns.ts why it is linear, or remove the entry of a deleted file.",
    ).toEqual(Object.keys(RUN_TIME_PATTERNS).sort());
  });
});

describe("an attack", () => {
  it.each<[RegExp, Attack]>([
    [/\s+$/, { start: "a", again: " " }],
    [/a.*b/g, { start: "", again: "a" }],
    [/^(\S.*?):(.*) \[x/, { start: "", again: "a:" }],
    [/"(?:[^"\\]|\\.)*"/g, { start: "", again: '"\\' }],
  ])("refutes the nonlinear pattern %s", (pattern, attack) => {
    // Other work of the process while the short text is measured hides the growth, but hardly three times in a row.
    const isRefuted = Array.from({ length: 3 }).some(() => !withstands(pattern, attack));
    expect(isRefuted).toBe(true);
  });
});

describe("isProvenLinear", () => {
  it.each<[RegExp, boolean]>([
    [/abc/, true],
    [/^\d{1,3}$/, true],
    [/^[a-z]+$/, true],
    [/ab[^x]*/, true],
    [/(?:ab)?c/, true],
    [/\s+$/, false],
    [/a.*b/g, false],
    [/(?:ab)+/, false],
    [/^a*a*$/, false],
    [/^a*$/m, false],
    [/(a)\1*/, false],
    [/a{2,}b/, false],
    [/a{9,}/, false],
    [/(?:\w{1,9}){1,9}x/, false],
    [/\w{1,99}\w{1,99}x/, false],
  ])("classifies %s as %s", (pattern, proven) => {
    expect(isProvenLinear(pattern)).toBe(proven);
  });
});

function withstands(pattern: RegExp, { start, again, longest }: Attack): boolean {
  const attack = (length: number) => match(pattern, start + again.repeat(length / again.length));
  return longest === undefined ? !growsTooFast(attack) : workMs(() => attack(longest)) < MAX_LONGEST_MS;
}

/** Matches a pattern with a text and a final character that no pattern accepts, so that a match fails at the end. */
function match(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) `${text}\u0001`.replace(pattern, "");
  else pattern.test(`${text}\u0001`);
}
