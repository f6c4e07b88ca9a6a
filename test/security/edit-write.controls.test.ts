import { renameSync, writeFileSync } from "node:fs";
import { beforeAll, describe, vi } from "vitest";
import type { EditRequest, EditResult } from "../../src/fuzzy/index.js";
import { editWriteAttacks } from "./attacks/edit-write.js";
import { lockAttacks } from "./attacks/locks.js";
import { specialFileAttacks } from "./attacks/special-files.js";
import { writeFaultAttacks } from "./attacks/write-faults.js";
import { withoutLocks } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

const off = vi.hoisted(() => ({
  defence: "" as "" | "codec" | "engine" | "rename" | "in place" | "last look",
}));

function switchOff(defence: typeof off.defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
}

vi.mock("../../src/workspace/text-codec.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/text-codec.js")>();
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
    applyEdit: (request: EditRequest): EditResult =>
      off.defence === "engine" ? naiveEdit(request) : real.applyEdit(request),
  };
});

vi.mock("../../src/workspace/changes/replacement.js", async (original) => {
  const real = await original<typeof import("../../src/workspace/changes/replacement.js")>();
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

/** Takes the first place, or whatever lies between the first and the last line, and String.replace at its word. */
function naiveEdit({ content, oldString, newString, replaceAll }: EditRequest): EditResult {
  const lines = oldString.split("\n");
  const block = content.slice(content.indexOf(lines[0] ?? ""), content.lastIndexOf(lines.at(-1) ?? "") + 1);
  const found = content.includes(oldString) ? oldString : block;
  const edited = replaceAll ? content.replaceAll(found, newString) : content.replace(found, newString);
  const span = { start: 0, end: content.length, startLine: 1, endLine: content.split("\n").length };
  return { ok: true, content: edited, matcher: "exact", spans: [span], similarity: 1, warnings: [] };
}

describe("with a decoder that puts replacement characters", () => {
  switchOff("codec");
  runControls(editWriteAttacks, {
    E001: "workspace-changed",
    E003: "workspace-changed",
    E004: "workspace-changed",
    E005: "check",
    E006: "check",
    E007: "check",
  });
});

describe("with an edit that is String.replace and a guess", () => {
  switchOff("engine");
  runControls(editWriteAttacks, {
    E018: "check",
    E020: "workspace-changed",
    E021: "workspace-changed",
    E023: "ending",
    E024: "workspace-changed",
  });
});

describe("with a write that truncates the file first", () => {
  switchOff("in place");
  runControls(editWriteAttacks, { E036: "workspace-changed" });
});

describe("with a temporary file that is simply renamed", () => {
  switchOff("rename");
  runControls(editWriteAttacks, { E032: "check", E034: "check" });
  runControls(specialFileAttacks, { F017: "ending" });
});

describe("without a last look at the file before it is replaced", () => {
  switchOff("last look");
  runControls(lockAttacks, { L013: "check" });
});

describe("where no rename works, so that a file is written in place", () => {
  switchOff("");
  runControls(writeFaultAttacks, { E049: "check" }, { renames: "impossible" });
});

describe("without locks that other processes respect", () => {
  switchOff("");
  runControls(lockAttacks, { L012c: "check" }, { backend: withoutLocks });
});
