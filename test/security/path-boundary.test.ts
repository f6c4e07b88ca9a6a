import { describe } from "vitest";
import { pathBoundaryAttacks } from "./attacks/path-boundary.js";
import { runAttacks } from "./run-attacks.js";

describe("paths that lead out of the workspace or into protected places", () => {
  runAttacks(pathBoundaryAttacks);
});
