import { describe, vi } from "vitest";
import { editWriteAttacks } from "./attacks/edit-write.js";
import { toctouAttacks } from "./attacks/toctou.js";
import { withoutAnchors } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

// A name that anybody can guess, in place of a random one.
vi.mock("../../src/workspace/temporary-name.js", async (original) => ({
  ...(await original<object>()),
  temporaryName: () => ".f.tmp",
}));

describe("with a file system that looks first and opens by path afterwards", () => {
  runControls(
    toctouAttacks,
    { R001: "check", R001b: "check", R002: "outside-changed", R003: "outside-changed", R010: "check" },
    { backend: withoutAnchors },
  );
});

describe("without a comparison of what was read with what is there", () => {
  const weakness = { staleness: "never" } as const;
  runControls(toctouAttacks, { R011: "check" }, weakness);
  runControls(editWriteAttacks, { E029: "ending", E030: "ending" }, weakness);
});
