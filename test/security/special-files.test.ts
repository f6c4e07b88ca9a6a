import { describe } from "vitest";
import { specialFileAttacks } from "./attacks/special-files.js";
import { runAttacks } from "./run-attacks.js";

describe("special files", () => {
  runAttacks(specialFileAttacks);
});
