import { describe } from "vitest";
import { patchMoveDeleteUndoAttacks } from "./attacks/patch-move-delete-undo.js";
import { runAttacks } from "./run-attacks.js";

describe("patches, moves, deletions and undos", () => {
  runAttacks(patchMoveDeleteUndoAttacks);
});
