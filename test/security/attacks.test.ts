import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allAttacks } from "./attacks/all-attacks.js";
import { callProgram, removeCallProgram } from "./call-program.js";
import { runAttacks } from "./run-attacks.js";

/** The areas, the letter of their ids, and the number of attacks in each; a letter after the number marks a variant. */
const AREAS: readonly (readonly [string, string, number])[] = [
  ["paths outside the workspace and protected paths", "P", 31],
  ["files that contain secrets", "S", 33],
  ["special files", "F", 21],
  ["changes between check and use", "R", 8],
  ["edits and writes", "E", 39],
  ["locks", "L", 9],
  ["patches, moves, deletions and undos", "T", 24],
  ["commands that run", "B", 30],
  ["shell commands", "C", 119],
  ["permission rules and approvals", "K", 14],
  ["arguments", "A", 12],
  ["searches", "G", 26],
  ["stored outputs", "O", 10],
  ["foreign tools and their servers", "M", 13],
  ["web pages and searches", "W", 57],
];

// Before any attack, so that its time does not count for them.
beforeAll(async () => {
  await callProgram();
});
afterAll(removeCallProgram);

describe.each(AREAS)("%s", (_area, letter, count) => {
  const attacks = allAttacks.filter(({ id }) => id.startsWith(letter));

  it(`contain ${count} attacks with unique ids`, () => {
    const ids = attacks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBe(count);
  });

  runAttacks(attacks);
});
