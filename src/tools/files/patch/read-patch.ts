import {
  type FilePatch,
  type PatchOperation,
  parsePatch,
  parseUnifiedDiff,
  type ReadPatch,
} from "../../../fuzzy/index.js";
import { counted } from "../../../text/index.js";

/** Longest patch, in UTF-16 code units; models do not write longer ones. */
const MAX_PATCH_LENGTH = 8_388_608;

/** Most lines of one patch; parsing that many takes some 20 ms and blocks the event loop. */
const MAX_LINES = 100_000;

/** Most hunks of one patch: each is searched for in its file. */
const MAX_HUNKS = 2_000;

/** Most lines `@@`, of which several may stand before one hunk. */
const MAX_HEADINGS = 4 * MAX_HUNKS;

/** Most files of one patch: they are all written together. */
const MAX_FILES = 1_000;

const MAXIMUM = `at most ${MAX_HUNKS} hunks and ${MAX_FILES} files are accepted at once. Send it in parts.`;

const ENVELOPE_FILE = /^\*\*\* (?:Add|Delete|Update) File:/;

/**
 * Parses a patch in one of the two formats that models write: the V4A envelope (`*** Begin Patch`) or a unified diff.
 *
 * Pure; never throws. Sections about the same file are joined when all of them update it, and refused otherwise.
 */
export function readPatch(text: string): ReadPatch {
  if (text.length > MAX_PATCH_LENGTH) {
    return refused(`The patch has ${text.length} characters; at most ${MAX_PATCH_LENGTH} are accepted.`);
  }
  if (hasMoreLines(text, MAX_LINES)) {
    return refused(`The patch has more than ${MAX_LINES} lines, the limit for one patch. Send it in parts.`);
  }
  // Before parsing, which takes hundreds of milliseconds for tens of thousands of hunks.
  if (hasMoreHunks(text)) return refused(`The patch has more than ${MAX_HUNKS} hunks; ${MAXIMUM}`);
  const first = text.split("\n").find((line) => line.trim() !== "" && !isWrapping(line));
  if (first === undefined) return refused(`The patch is empty. ${FORMS}`);
  if (first.trimStart().startsWith("***")) return bounded(readEnvelope(text));
  if (/^(?:diff --git |--- |@@)/m.test(text)) return bounded(parseUnifiedDiff(text));
  return refused(`This is not a patch: it begins with "${first.trim().slice(0, 80)}". ${FORMS}`);
}

/** Returns whether a text has more lines than a limit, and stops counting there. */
function hasMoreLines(text: string, limit: number): boolean {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines > limit) return true;
  }
  return false;
}

/** Returns whether a text has more hunks, lines `@@` or sections than a patch may have. */
function hasMoreHunks(text: string): boolean {
  let [hunks, headings, sections] = [0, 0, 0];
  let wasHeading = false;
  for (let at = 0, end = 0; end >= 0; at = end + 1) {
    end = text.indexOf("\n", at);
    const isHeading = text.startsWith("@@", at);
    if (isHeading) headings += 1;
    if (isHeading && !wasHeading) hunks += 1;
    if (text.startsWith("*** ", at)) sections += 1;
    wasHeading = isHeading;
    if (hunks > MAX_HUNKS || headings > MAX_HEADINGS || sections > MAX_HEADINGS) return true;
  }
  return false;
}

const FORMS =
  'Send either "*** Begin Patch", sections like "*** Update File: path" and "*** End Patch", or a unified diff with "--- a/path", "+++ b/path" and "@@".';

/** Returns whether a line is a Markdown fence or the first line of a here-document. */
function isWrapping(line: string): boolean {
  return /^\s*```/.test(line) || /<<-?\s*['"]?\w+['"]?\s*$/.test(line);
}

function readEnvelope(text: string): ReadPatch {
  const parsed = parsePatch(text);
  if (!parsed.ok) return refused(parsed.message);
  const lines = text.split("\n").flatMap((line, at) => (ENVELOPE_FILE.test(line.trim()) ? [at + 1] : []));
  const files = parsed.operations.map((operation, index) => envelopeFile(operation, lines[index] ?? 1));
  return { ok: true, files, warnings: [] };
}

function envelopeFile(operation: PatchOperation, line: number): FilePatch {
  const { path } = operation;
  if (operation.kind === "add") return { type: "create", path, line, text: operation.content };
  if (operation.kind === "delete") return { type: "delete", path, line };
  const { hunks, moveTo } = operation;
  return moveTo === undefined || plainPath(moveTo) === plainPath(path)
    ? { type: "update", path, line, hunks }
    : { type: "move", path, destination: moveTo, line, hunks };
}

/** Requires that each file occurs once in the patch, and that the limits are respected. */
function bounded(read: ReadPatch): ReadPatch {
  if (!read.ok) return read;
  const byPath = new Map<string, FilePatch>();
  for (const file of read.files) {
    const paths = file.type === "move" ? [file.path, file.destination] : [file.path];
    for (const path of paths.map(plainPath)) {
      const earlier = byPath.get(path);
      if (earlier === undefined || earlier === file) byPath.set(path, file);
      else if (earlier.type === "update" && file.type === "update") {
        byPath.set(path, { ...earlier, hunks: [...earlier.hunks, ...file.hunks] });
      } else {
        return refused(
          `Line ${file.line} of the patch: ${path} already occurs in the patch, at line ${earlier.line}. Put all changes of a file into one section.`,
        );
      }
    }
  }
  const files = [...new Set(byPath.values())];
  const empty = files.find((file) => file.type === "update" && file.hunks.length === 0);
  if (empty !== undefined) {
    return refused(`Line ${empty.line} of the patch: the update of ${empty.path} changes nothing.`);
  }
  const hunks = files.reduce((sum, file) => sum + ("hunks" in file ? (file.hunks?.length ?? 0) : 0), 0);
  if (files.length > MAX_FILES || hunks > MAX_HUNKS) {
    return refused(`The patch has ${counted(hunks, "hunk")} in ${counted(files.length, "file")}; ${MAXIMUM}`);
  }
  return { ...read, files };
}

/** Returns one spelling for paths that certainly mean the same file. */
function plainPath(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/^(?:\.\/)+/, "");
}

function refused(message: string): ReadPatch {
  return { ok: false, message };
}
