import type { PatchHunk } from "../../../fuzzy/index.js";
import { readHunk, startsFile, withoutReturn } from "./diff-hunks.js";
import { type DiffNames, fileName, fileNames, gitNames } from "./diff-names.js";
import type { FilePatch, ReadPatch, UnreadablePatch } from "./file-patch.js";

/** The section of one file, while it is parsed. */
interface Section {
  /** Number of its first line, from 1. */
  readonly line: number;
  git?: DiffNames;
  names?: DiffNames;
  renameFrom?: string;
  renameTo?: string;
  isNew?: boolean;
  isDeleted?: boolean;
  copyTo?: string;
  isBinary?: boolean;
  hasModes?: boolean;
  readonly hunks: PatchHunk[];
  /** Whether the lines of the patch end with CRLF, which is not a property of the file. */
  returnsAreTransport?: boolean;
}

/**
 * Parses a unified diff of any number of files, with git's extended headers. Does not access files.
 *
 * Text around the diffs is skipped. Modes of files are ignored, with a warning; copies and binary patches are refused.
 */
export function parseUnifiedDiff(text: string): ReadPatch {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const sections: Section[] = [];
  let section: Section | undefined;
  const begin = (at: number): Section => {
    const begun: Section = { line: at + 1, hunks: [] };
    sections.push(begun);
    return begun;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutReturn(lines[at] as string);
    if (line.startsWith("diff --git ")) {
      section = begin(at);
      const git = gitNames(line);
      if (git !== undefined) section.git = git;
    } else if (startsFile(lines, at, true)) {
      if (section === undefined || section.names !== undefined || section.hunks.length > 0)
        section = begin(at);
      section.names = fileNames(line.slice(4), withoutReturn(lines[at + 1] as string).slice(4));
      at += 1;
    } else if (line.startsWith("@@")) {
      if (section === undefined)
        return unreadable(at, 'a hunk without a file: expected "--- path" and "+++ path" above');
      if (line.startsWith("@@@"))
        return unreadable(at, "a combined diff of a merge; send a diff of two versions");
      const read = readHunk(lines, at);
      if (!read.ok) return read;
      section.returnsAreTransport ??= (lines[at] as string).endsWith("\r");
      if (read.hunk !== undefined) section.hunks.push(read.hunk);
      at = read.next - 1;
    } else if (section !== undefined) {
      if (section.names !== undefined && section.hunks.length === 0 && /^[-+]/.test(line)) {
        return unreadable(at, `expected "@@" above the lines of a hunk, but found "${line.slice(0, 80)}"`);
      }
      readExtendedHeader(section, line);
    }
  }
  return toPatch(sections);
}

function readExtendedHeader(section: Section, line: string): void {
  if (line.startsWith("new file mode")) section.isNew = true;
  else if (line.startsWith("deleted file mode")) section.isDeleted = true;
  else if (line.startsWith("new mode")) section.hasModes = true;
  else if (line.startsWith("rename from ")) section.renameFrom = fileName(line.slice(12));
  else if (line.startsWith("rename to ")) section.renameTo = fileName(line.slice(10));
  else if (line.startsWith("copy to ")) section.copyTo = fileName(line.slice(8));
  else if (line.startsWith("GIT binary patch") || /^Binary files .* differ$/.test(line))
    section.isBinary = true;
}

function toPatch(sections: readonly Section[]): ReadPatch {
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
function toFilePatch(section: Section): FilePatch | { readonly path: string } | UnreadablePatch {
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

function namesOf({ git, names, renameFrom, renameTo, isNew, isDeleted }: Section): DiffNames {
  if (renameFrom !== undefined && renameTo !== undefined) return { before: renameFrom, after: renameTo };
  if (git !== undefined && git.before === git.after) {
    // The prefixes of these names are certain; the others show which side is missing.
    const isCreation = isNew === true || (names !== undefined && names.before === undefined);
    const isDeletion = isDeleted === true || (names !== undefined && names.after === undefined);
    if (names === undefined || isCreation || isDeletion) {
      const { before: path } = git;
      return path === undefined || isCreation
        ? { ...(path !== undefined && { after: path }) }
        : { before: path, ...(!isDeletion && { after: path }) };
    }
  }
  return names ?? {};
}

function toCreation(
  { line, hunks, returnsAreTransport }: Section,
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

function toDeletion({ line, hunks }: Section, path: string): FilePatch | UnreadablePatch {
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

/** Removes carriage returns: the file has its own line ends, which an update keeps. */
function withoutReturns(hunk: PatchHunk): PatchHunk {
  return { ...hunk, lines: hunk.lines.map(({ kind, text }) => ({ kind, text: withoutReturn(text) })) };
}

function unreadable(at: number, message: string): UnreadablePatch {
  return { ok: false, message: `Line ${at + 1} of the patch: ${message}.` };
}
