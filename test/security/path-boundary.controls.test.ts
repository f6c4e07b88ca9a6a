import { describe } from "vitest";
import { patchMoveDeleteUndoAttacks } from "./attacks/patch-move-delete-undo.js";
import { pathBoundaryAttacks } from "./attacks/path-boundary.js";
import { secretFileAttacks } from "./attacks/secret-files.js";
import { withoutResolution } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

describe("with nobody asked about places outside and protected ones", () => {
  const weakness = { permissions: "allow-all" } as const;
  const protectedPlaces = pathBoundaryAttacks.filter(({ hazard }) => hazard.startsWith("a write to"));
  runControls(
    pathBoundaryAttacks,
    {
      P002: "canary",
      P002b: "ending",
      P007: "outside-changed",
      P009: "outside-changed",
      P019: "outside-changed",
      P026: "ending",
      P027: "canary",
      ...Object.fromEntries(protectedPlaces.map(({ id }) => [id, "workspace-changed"])),
    },
    weakness,
  );
  runControls(secretFileAttacks, { S057: "ending" }, weakness);
  runControls(
    patchMoveDeleteUndoAttacks,
    {
      T001: "outside-changed",
      T002: "outside-changed",
      T002b: "outside-changed",
      T002c: "outside-changed",
      T004: "outside-changed",
      T012: "workspace-changed",
    },
    weakness,
  );
});

describe("with a file system that takes paths by their letters", () => {
  const weakness = { backend: withoutResolution };
  runControls(pathBoundaryAttacks, { P009: "workspace-changed", P013: "check", P027: "canary" }, weakness);
  runControls(secretFileAttacks, { S041: "canary" }, weakness);
  runControls(
    patchMoveDeleteUndoAttacks,
    { T004: "outside-changed", T033: "outside-changed", T033b: "outside-changed" },
    weakness,
  );
});
