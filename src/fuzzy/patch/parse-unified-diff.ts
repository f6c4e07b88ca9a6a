import { withoutReturns } from "./diff-hunks.js";
import type { DiffNames } from "./diff-names.js";
import { type DiffSection, readSections } from "./diff-sections.js";
import { type FilePatch, type ReadPatch, type UnreadablePatch, unreadable } from "./file-patch.js";

/**
 * Parses a unified diff of any number of files, with git's extended headers. Does not access files.
 *
 * Text around the diffs is skipped. Modes of files are ignored, with a warning; copies and binary patches are refused.
 */
export function parseUnifiedDiff(text: string): ReadPatch {
  if (typeof text !== "string") return { ok: false, message: "The patch must be a string." };
  const read = readSections(text);
  return read.ok ? toPatch(read.sections) : read;
}

function toPatch(sections: readonly DiffSection[]): ReadPatch {
  const files: FilePatch[] = [];
  const warnings: string[] = [];
  for (const section of sections) {
    const read = toFilePatch(section);
    if ("ok" in read) return read;
    if ("type" in read) files.push(read);
    if (section.hasModes === true)
      warnings.push(`The mode of ${read.path} was not changed: only text is patched.`);
  }
  if (files.length === 0) {
    const why = warnings.length > 0 ? warnings.join(" ") : "It names no file and contains no hunk.";
    return { ok: false, message: `The patch changes nothing. ${why}` };
  }
  return { ok: true, files, warnings };
}

/** Returns the change of a section; only the path where the text does not change. */
function toFilePatch(section: DiffSection): FilePatch | { readonly path: string } | UnreadablePatch {
  const { line, hunks, copyTo } = section;
  if (copyTo !== undefined) return unreadable(line - 1, `a copy to ${copyTo}; create the new file instead`);
  const { before, after } = namesOf(section);
  const path = after ?? before;
  if (path === undefined || path === "") return unreadable(line - 1, "a diff that does not name its file");
  if (section.isBinary === true && (before === undefined || after !== undefined)) {
    return unreadable(line - 1, `${path} is binary; only text can be patched`);
  }
  if (before === undefined) return toCreation(section, path);
  if (after === undefined) return toDeletion(section, before);
  if (before === after) {
    if (hunks.length > 0) return { type: "update", path, line, hunks: hunks.map(withoutReturns) };
    if (section.hasModes === true) return { path };
    return unreadable(line - 1, `the diff of ${path} has no line that starts with "+" or "-"`);
  }
  if (section.renameFrom === undefined) {
    return unreadable(
      line - 1,
      `the diff names two files, ${before} and ${after}. For a move put "rename from ${before}" and "rename to ${after}" above it`,
    );
  }
  return { type: "move", path: before, destination: after, line, hunks: hunks.map(withoutReturns) };
}

function namesOf({ git, names, renameFrom, renameTo, isNew, isDeleted }: DiffSection): DiffNames {
  if (renameFrom !== undefined && renameTo !== undefined) return { before: renameFrom, after: renameTo };
  if (git !== undefined && git.before === git.after) {
    // The prefixes of these names are certain; the others show which side is missing.
    const isCreation = isNew === true || (names !== undefined && names.before === undefined);
    const isDeletion = isDeleted === true || (names !== undefined && names.after === undefined);
    if (names === undefined || isCreation || isDeletion) {
      const { before: path } = git;
      return path === undefined || isCreation
        ? { after: path }
        : { before: path, ...(!isDeletion && { after: path }) };
    }
  }
  return names ?? {};
}

function toCreation(
  { line, hunks, returnsAreTransport }: DiffSection,
  path: string,
): FilePatch | UnreadablePatch {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== "add")) {
    return unreadable(line - 1, `${path} is new, so each of its lines must start with "+"`);
  }
  const text = lines.map((added) => `${added.text}\n`).join("");
  const whole = hunks.at(-1)?.newEndsOpen === true ? text.slice(0, -1) : text;
  return {
    type: "create",
    path,
    line,
    text: returnsAreTransport === true ? whole.replace(/\r(?=\n|$)/g, "") : whole,
  };
}

function toDeletion({ line, hunks }: DiffSection, path: string): FilePatch | UnreadablePatch {
  if (hunks.some((hunk) => hunk.lines.some(({ kind }) => kind !== "remove"))) {
    return unreadable(line - 1, `${path} is deleted, so each of its lines must start with "-"`);
  }
  return {
    type: "delete",
    path,
    line,
    ...(hunks.length > 0 && { hunks: hunks.map(withoutReturns) }),
  };
}
