import { describe } from "vitest";
import { lockAttacks } from "./attacks/locks.js";
import { runAttacks } from "./run-attacks.js";

describe("locks", () => {
  runAttacks(lockAttacks);
});
