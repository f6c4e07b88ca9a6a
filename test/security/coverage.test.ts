import { describe, expect, it } from "vitest";
import type { Attack } from "./attack.js";
import { editWriteAttacks } from "./attacks/edit-write.js";
import { lockAttacks } from "./attacks/locks.js";
import { patchMoveDeleteUndoAttacks } from "./attacks/patch-move-delete-undo.js";
import { pathBoundaryAttacks } from "./attacks/path-boundary.js";
import { secretFileAttacks } from "./attacks/secret-files.js";
import { specialFileAttacks } from "./attacks/special-files.js";
import { toctouAttacks } from "./attacks/toctou.js";
import { writeFaultAttacks } from "./attacks/write-faults.js";

/** Variants end with a letter; the number counts. */
const numberOf = ({ id }: Attack) => id.slice(0, 4);

describe("the tables of attacks", () => {
  it.each<[string, string, readonly Attack[], number]>([
    ["path-boundary", "P", pathBoundaryAttacks, 31],
    ["secret-files", "S", secretFileAttacks, 33],
    ["special-files", "F", specialFileAttacks, 21],
    ["toctou", "R", toctouAttacks, 8],
    ["edit-write", "E", [...editWriteAttacks, ...writeFaultAttacks], 39],
    ["locks", "L", lockAttacks, 9],
    ["patch-move-delete-undo", "T", patchMoveDeleteUndoAttacks, 24],
  ])("hold every attack of the area %s, each once", (_area, letter, attacks, count) => {
    const ids = attacks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !id.startsWith(letter))).toEqual([]);
    expect(new Set(attacks.map(numberOf)).size).toBe(count);
  });
});
