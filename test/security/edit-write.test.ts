import { describe } from "vitest";
import { editWriteAttacks } from "./attacks/edit-write.js";
import { writeFaultAttacks } from "./attacks/write-faults.js";
import { runAttacks } from "./run-attacks.js";

describe("edits and writes", () => {
  runAttacks(editWriteAttacks);
});

describe("what happens in the middle of a write", () => {
  runAttacks(writeFaultAttacks);
});
