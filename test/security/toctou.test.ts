import { describe } from "vitest";
import { toctouAttacks } from "./attacks/toctou.js";
import { runAttacks } from "./run-attacks.js";

describe("what changes between the check and the use", () => {
  runAttacks(toctouAttacks);
});
