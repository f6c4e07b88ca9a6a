import { renameSync, writeFileSync } from "node:fs";
import { beforeAll, describe, vi } from "vitest";
import type { IntentLog } from "../../src/contract/index.js";
import type { EditRequest, EditResult } from "../../src/fuzzy/index.js";
import type { ChangeStep } from "../../src/workspace/changes/index.js";
import { withoutAnchors } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

// Defences within the workspace and the matching engine: each is switched off separately, everything else remains real.

type Defence =
  | "codec"
  | "engine"
  | "rename"
  | "in place"
  | "last look"
  | "guard"
  | "group"
  | "comparison"
  | "random names";

const off = vi.hoisted(() => ({ defence: undefined as string | undefined }));

function switchOff(defence: Defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
}

vi.mock("../../src/workspace/reading/text-codec.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/reading/text-codec.js")>();
  return {
    ...real,
    decodeText: (bytes: Uint8Array, path: string) =>
      off.defence === "codec"
        ? { text: new TextDecoder().decode(bytes), encoding: "utf-8" }
        : real.decodeText(bytes, path),
  };
});

vi.mock("../../src/fuzzy/apply-edit.js", async (original) => {
  const real = await original<typeof import("../../src/fuzzy/apply-edit.js")>();
  return {
    ...real,
    applyEdit: (request: EditRequest): EditResult =>
      off.defence === "engine" ? naiveEdit(request) : real.applyEdit(request),
    applyEditBriefly: (request: EditRequest): EditResult | undefined =>
      off.defence === "engine" ? naiveEdit(request) : real.applyEditBriefly(request),
  };
});

vi.mock("../../src/workspace/changes/steps/replacement.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/steps/replacement.js")>();
  return {
    Replacement: class extends real.Replacement {
      readonly #content: Uint8Array;

      constructor(...parameters: ConstructorParameters<typeof real.Replacement>) {
        super(...parameters);
        this.#content = parameters[3];
      }

      override async prepare(): Promise<void> {
        if (off.defence !== "rename" && off.defence !== "in place") await super.prepare();
      }

      override async commit(): Promise<void> {
        if (off.defence === "in place") writeFileSync(this.path, this.#content);
        else if (off.defence === "rename") {
          writeFileSync(`${this.path}.new`, this.#content);
          renameSync(`${this.path}.new`, this.path);
        } else await super.commit();
      }
    },
  };
});

vi.mock("../../src/workspace/changes/unchanged.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/unchanged.js")>();
  return {
    ...real,
    requireUnchanged: async (...parameters: Parameters<typeof real.requireUnchanged>) => {
      if (off.defence !== "last look") await real.requireUnchanged(...parameters);
    },
  };
});

vi.mock("../../src/workspace/paths/workspace-roots.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/paths/workspace-roots.js")>();
  return {
    WorkspaceRoots: class extends real.WorkspaceRoots {
      override async guardedBy(path: string): Promise<string | undefined> {
        return off.defence === "guard" ? undefined : super.guardedBy(path);
      }
    },
  };
});

vi.mock("../../src/workspace/changes/carry-out.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/carry-out.js")>();
  return {
    ...real,
    carryOut: async (steps: readonly ChangeStep[], ...others: [AbortSignal, IntentLog?]) => {
      if (off.defence !== "group") return real.carryOut(steps, ...others);
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

vi.mock("../../src/workspace/staleness/known-content.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/staleness/known-content.js")>();
  const { isSame } = real.KnownContent.prototype;
  real.KnownContent.prototype.isSame = async function (bytes) {
    return off.defence === "comparison" || isSame.call(this, bytes);
  };
  return real;
});

vi.mock("../../src/workspace/changes/entries/temporary-name.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/entries/temporary-name.js")>();
  return {
    ...real,
    temporaryName: (name: string) =>
      off.defence === "random names" ? `.${name}.tmp` : real.temporaryName(name),
  };
});

/** Takes the first place, or whatever lies between the first and the last line, and String.replace at its word. */
function naiveEdit({ content, oldString, newString, replaceAll }: EditRequest): EditResult {
  const lines = oldString.split("\n");
  const block = content.slice(content.indexOf(lines[0] ?? ""), content.lastIndexOf(lines.at(-1) ?? "") + 1);
  const found = content.includes(oldString) ? oldString : block;
  const edited = replaceAll ? content.replaceAll(found, newString) : content.replace(found, newString);
  const span = { start: 0, end: content.length, startLine: 1, endLine: content.split("\n").length };
  return { ok: true, content: edited, matcher: "exact", spans: [span], similarity: 1, warnings: [] };
}

describe("a decoder that inserts replacement characters", () => {
  switchOff("codec");
  runControls({
    E001: "workspace-changed",
    E003: "workspace-changed",
    E004: "workspace-changed",
    E005: "check",
    E006: "check",
    E007: "check",
  });
});

describe("an edit that uses String.replace and a guess", () => {
  switchOff("engine");
  runControls({
    E018: "check",
    E020: "workspace-changed",
    E021: "workspace-changed",
    E023: "ending",
    E024: "workspace-changed",
  });
});

describe("a write that truncates the file first", () => {
  switchOff("in place");
  runControls({ E036: "workspace-changed" });
});

describe("a temporary file that is renamed without its mode", () => {
  switchOff("rename");
  runControls({ E032: "check", E034: "check" });
  runControls({ F017: "ending" });
});

describe("a write without a last check of the file", () => {
  switchOff("last look");
  runControls({ L013: "check" });
});

describe("a workspace that removes any path", () => {
  switchOff("guard");
  // Not for the folder above everything: its content would be read to be kept for an undo.
  runControls({
    T023: "check",
    T023b: "check",
    T023c: "check",
    T023e: "check",
    T023f: "check",
  });
});

describe("files of a patch that are written one by one", () => {
  switchOff("group");
  runControls({ T006b: "check" });
});

describe("an undo that does not check the current content", () => {
  switchOff("comparison");
  runControls({ T030: "workspace-changed", T031: "workspace-changed" });
});

describe("temporary names that are easy to guess", () => {
  switchOff("random names");
  runControls({ R010: "check" }, { backend: withoutAnchors });
});
