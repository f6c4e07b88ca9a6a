import { beforeAll, describe, vi } from "vitest";
import type { ChangeStep } from "../../src/workspace/changes/index.js";
import { patchMoveDeleteUndoAttacks } from "./attacks/patch-move-delete-undo.js";
import { withoutAnchors, withoutLinkTypes } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

const off = vi.hoisted(() => ({ defence: "" as "" | "guard" | "group" | "comparison" }));

function switchOff(defence: typeof off.defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
}

vi.mock("../../src/workspace/workspace-roots.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/workspace-roots.js")>();
  return {
    WorkspaceRoots: class extends real.WorkspaceRoots {
      override async guardedBy(path: string): Promise<string | undefined> {
        return off.defence === "guard" ? undefined : super.guardedBy(path);
      }
    },
  };
});

vi.mock("../../src/workspace/changes/change-step.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/change-step.js")>();
  return {
    ...real,
    carryOut: async (steps: readonly ChangeStep[], signal: AbortSignal) => {
      if (off.defence !== "group") return real.carryOut(steps, signal);
      for (const step of steps) {
        try {
          await step.prepare();
          await step.commit();
        } finally {
          await step.release();
        }
      }
    },
  };
});

vi.mock("../../src/workspace/known-content.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/known-content.js")>();
  const { hasHash } = real.KnownContent.prototype;
  real.KnownContent.prototype.hasHash = async function (hash) {
    return off.defence === "comparison" || hasHash.call(this, hash);
  };
  return real;
});

describe("without places that are never removed", () => {
  switchOff("guard");
  // Not for the folder above everything: its content would be read to be kept for an undo.
  runControls(patchMoveDeleteUndoAttacks, {
    T023: "check",
    T023b: "check",
    T023c: "check",
    T023e: "check",
    T023f: "check",
  });
});

describe("with files of a patch that are written one after the other", () => {
  switchOff("group");
  runControls(patchMoveDeleteUndoAttacks, { T006b: "check" });
});

describe("with an undo that does not look at what is there", () => {
  switchOff("comparison");
  runControls(patchMoveDeleteUndoAttacks, { T030: "workspace-changed", T031: "workspace-changed" });
});

describe("with a rename that replaces what is there", () => {
  switchOff("");
  runControls(patchMoveDeleteUndoAttacks, { T017: "check" }, { backend: withoutAnchors });
});

describe("with a walk that follows symlinks", () => {
  switchOff("");
  runControls(patchMoveDeleteUndoAttacks, { T024b: "outside-changed" }, { backend: withoutLinkTypes });
});
