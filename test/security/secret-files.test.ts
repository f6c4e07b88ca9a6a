import { describe } from "vitest";
import { secretFileAttacks } from "./attacks/secret-files.js";
import { runAttacks } from "./run-attacks.js";

describe("files that hold secrets", () => {
  runAttacks(secretFileAttacks);
});
