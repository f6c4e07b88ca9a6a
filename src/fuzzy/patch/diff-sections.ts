import { readHunk, startsFile, withoutReturn } from "./diff-hunks.js";
import { type DiffNames, fileName, fileNames, gitNames } from "./diff-names.js";
import { type UnreadablePatch, unreadable } from "./file-patch.js";
import type { PatchHunk } from "./patch-hunk.js";

/** The part of a unified diff about one file. */
export interface DiffSection {
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

/** The sections of a unified diff, or the reason why it cannot be parsed. */
export type ReadSections = { readonly ok: true; readonly sections: readonly DiffSection[] } | UnreadablePatch;

/** Options of {@link readSections}. */
export interface ReadSectionsOptions {
  /** Whether hunks without the names of a file are accepted, even without an `@@` line. Default false. */
  readonly namesAreOptional?: boolean;
}

/** Splits a unified diff of any number of files into their sections, and parses the hunks. Skips text around them. */
export function readSections(
  text: string,
  { namesAreOptional = false }: ReadSectionsOptions = {},
): ReadSections {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const sections: DiffSection[] = [];
  let section: DiffSection | undefined;
  const begin = (at: number): DiffSection => {
    const begun: DiffSection = { line: at + 1, hunks: [] };
    sections.push(begun);
    return begun;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutReturn(lines[at] as string);
    const isBeforeHunks = section === undefined || section.hunks.length === 0;
    if (line.startsWith("diff --git ")) {
      section = begin(at);
      const git = gitNames(line);
      if (git !== undefined) section.git = git;
    } else if (startsFile(lines, at, { isComplete: true })) {
      if (section === undefined || section.names !== undefined || section.hunks.length > 0)
        section = begin(at);
      section.names = fileNames(line.slice(4), withoutReturn(lines[at + 1] as string).slice(4));
      at += 1;
    } else if (line.startsWith("@@") || (namesAreOptional && isBeforeHunks && /^[-+ ]/.test(line))) {
      if (section === undefined) {
        if (!namesAreOptional)
          return unreadable(at, 'a hunk without a file: expected "--- path" and "+++ path" above');
        section = begin(at);
      }
      if (line.startsWith("@@@"))
        return unreadable(at, "a combined diff of a merge; send a diff of two versions");
      const read = readHunk(lines, at);
      if (!read.ok) return read;
      section.returnsAreTransport ??= (lines[at] as string).endsWith("\r");
      if (read.hunk !== undefined) section.hunks.push(read.hunk);
      at = Math.max(at, read.next - 1);
    } else if (section !== undefined) {
      if (section.names !== undefined && isBeforeHunks && /^[-+]/.test(line)) {
        return unreadable(at, `expected "@@" above the lines of a hunk, but found "${line.slice(0, 80)}"`);
      }
      readExtendedHeader(section, line);
    }
  }
  return { ok: true, sections };
}

function readExtendedHeader(section: DiffSection, line: string): void {
  if (line.startsWith("new file mode")) section.isNew = true;
  else if (line.startsWith("deleted file mode")) section.isDeleted = true;
  else if (line.startsWith("new mode")) section.hasModes = true;
  else if (line.startsWith("rename from ")) section.renameFrom = fileName(line.slice(12));
  else if (line.startsWith("rename to ")) section.renameTo = fileName(line.slice(10));
  else if (line.startsWith("copy to ")) section.copyTo = fileName(line.slice(8));
  else if (line.startsWith("GIT binary patch") || /^Binary files .* differ$/.test(line))
    section.isBinary = true;
}
