import type { FileChange, FileStat, JsonValue } from "../../contract/index.js";
import { base64 } from "../../values/index.js";
import type { EntryImage } from "../changes/index.js";
import {
  createdStep,
  type JournalEntry,
  type JournalStep,
  MAX_JOURNAL_BYTES,
  type MovedMark,
  movedStep,
  removedStep,
  replacedStep,
} from "../journal/index.js";
import { KnownContent } from "../staleness/index.js";
import type { ExactJson } from "./exact-json.js";
import { type ExportRoot, exportedPath, importedPath } from "./export-root.js";
import { imageFrom, imageJson } from "./image-json.js";

/** Longest identity of a file. */
const MAX_IDENTITY_CHARACTERS = 256;

/** Returns the fields of a stat that identify a file. */
export function statJson({ size, modifiedAtMs, identity }: FileStat): JsonValue {
  return { size, modifiedAtMs, identity };
}

/** Reads the fields of {@link statJson}; the others are never compared. */
export function statFrom(json: ExactJson): FileStat {
  const { size, modifiedAtMs, identity } = json.members(["size", "modifiedAtMs", "identity"]);
  return {
    type: "file",
    size: size.count(),
    modifiedAtMs: modifiedAtMs.number(),
    identity: identity.text(MAX_IDENTITY_CHARACTERS),
    mode: 0o644,
    links: 1,
  };
}

/** Most files of one change. */
const MAX_CHANGES = 10_000;

/** Longest identity of a folder, and longest target of a symlink. */
const MAX_TEXT_CHARACTERS = 4_096;

/** Converts a change to JSON; `undefined` for one that touched anything outside the root. */
export async function entryJson(
  { changes, steps }: JournalEntry,
  exportRoot: ExportRoot,
): Promise<JsonValue | undefined> {
  try {
    return {
      changes: changes.map(({ type, path, movedFrom }) => ({
        type,
        path: inside(path, exportRoot),
        ...(movedFrom !== undefined && { movedFrom: inside(movedFrom, exportRoot) }),
      })),
      ...(steps !== undefined && {
        steps: await Promise.all(steps.map((step) => stepJson(step, exportRoot))),
      }),
    };
  } catch (thrown) {
    if (thrown instanceof OutsideError) return undefined;
    throw thrown;
  }
}

/**
 * Reads the JSON of {@link entryJson}. A step must concern a file that the change names, so that an undo reports every
 * file.
 */
export function entryFrom(json: ExactJson, exportRoot: ExportRoot): JournalEntry {
  const { changes, steps } = json.members(["changes", "steps"], ["steps"]);
  const named = changes.items(MAX_CHANGES).map((item) => changeFrom(item, exportRoot));
  if (named.length === 0) changes.fail("a list of at least one change");
  if (steps.value === undefined) return { changes: named };
  const paths = new Set(
    named.flatMap(({ path, movedFrom }) => [path, ...(movedFrom === undefined ? [] : [movedFrom])]),
  );
  const read = steps.items(MAX_CHANGES).map((item) => {
    const step = stepFrom(item, exportRoot);
    const own = step.type === "moved" ? [step.path, step.movedFrom] : [step.path];
    if (!own.every((path) => paths.has(path))) item.fail("about a file that the change names");
    return step;
  });
  return { changes: named, steps: read };
}

class OutsideError extends Error {}

function inside(path: string, exportRoot: ExportRoot): string {
  const relative = exportedPath(path, exportRoot);
  if (relative === undefined) throw new OutsideError();
  return relative;
}

async function stepJson(step: JournalStep, exportRoot: ExportRoot): Promise<JsonValue> {
  const path = inside(step.path, exportRoot);
  switch (step.type) {
    case "replaced":
      return { type: step.type, path, before: base64(step.before), after: await step.after.hash() };
    case "created":
      return {
        type: step.type,
        path,
        after: await step.after.hash(),
        madeFolders: step.madeFolders.map((folder) => inside(folder, exportRoot)),
      };
    case "removed":
      return { type: step.type, path, image: imageJson(step.image) };
    case "trashed":
      // The trash stays on its machine.
      throw new OutsideError();
    case "moved":
      return {
        type: step.type,
        path,
        movedFrom: inside(step.movedFrom, exportRoot),
        after: await markJson(step.after),
        madeFolders: step.madeFolders.map((folder) => inside(folder, exportRoot)),
        ...(step.overwritten !== undefined && { overwritten: imageJson(step.overwritten) }),
      };
  }
}

function changeFrom(json: ExactJson, exportRoot: ExportRoot): FileChange {
  const { type, path, movedFrom } = json.members(["type", "path", "movedFrom"], ["movedFrom"]);
  return {
    type: type.oneOf(["create", "update", "delete", "move"]),
    path: importedPath(path, exportRoot),
    ...(movedFrom.value !== undefined && { movedFrom: importedPath(movedFrom, exportRoot) }),
  };
}

function stepFrom(json: ExactJson, exportRoot: ExportRoot): JournalStep {
  const value = json.value;
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  const folders = (list: ExactJson) => list.items(MAX_CHANGES).map((item) => importedPath(item, exportRoot));
  switch (type) {
    case "replaced": {
      const { path, before, after } = json.members(["type", "path", "before", "after"]);
      const known = KnownContent.ofHash(after.hash());
      return replacedStep(importedPath(path, exportRoot), before.bytes(MAX_JOURNAL_BYTES), known);
    }
    case "created": {
      const { path, after, madeFolders } = json.members(["type", "path", "after", "madeFolders"]);
      return createdStep(
        importedPath(path, exportRoot),
        KnownContent.ofHash(after.hash()),
        folders(madeFolders),
      );
    }
    case "removed": {
      const { path, image } = json.members(["type", "path", "image"]);
      return removedStep(importedPath(path, exportRoot), imageFrom(image, exportRoot));
    }
    case "moved": {
      const names = ["type", "path", "movedFrom", "after", "madeFolders", "overwritten"] as const;
      const { path, movedFrom, after, madeFolders, overwritten } = json.members(names, ["overwritten"]);
      const image: EntryImage | undefined =
        overwritten.value === undefined ? undefined : imageFrom(overwritten, exportRoot);
      return movedStep({
        path: importedPath(path, exportRoot),
        movedFrom: importedPath(movedFrom, exportRoot),
        after: markFrom(after),
        madeFolders: folders(madeFolders),
        overwritten: image,
      });
    }
    default:
      return json.fail("a step that was replaced, created, removed or moved");
  }
}

async function markJson(mark: MovedMark): Promise<JsonValue> {
  switch (mark.type) {
    case "content":
      return { type: mark.type, hash: await mark.content.hash() };
    case "facts":
      return { type: mark.type, stat: statJson(mark.stat) };
    case "symlink":
      return { type: mark.type, target: mark.target };
    case "folder":
      return { type: mark.type, identity: mark.identity };
  }
}

function markFrom(json: ExactJson): MovedMark {
  const optional = ["hash", "stat", "target", "identity"] as const;
  const { type, hash, stat, target, identity } = json.members(["type", ...optional], optional as never);
  switch (type.oneOf(["content", "facts", "symlink", "folder"])) {
    case "content":
      return { type: "content", content: KnownContent.ofHash(hash.hash()) };
    case "facts":
      return { type: "facts", stat: statFrom(stat) };
    case "symlink":
      return { type: "symlink", target: target.text(MAX_TEXT_CHARACTERS) };
    case "folder":
      return { type: "folder", identity: identity.text(MAX_TEXT_CHARACTERS) };
  }
}
