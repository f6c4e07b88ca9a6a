import type { HunkLine, PatchHunk, PatchSyntaxError } from "./patch-hunk.js";

/** The operation of a V4A patch (`*** Begin Patch`) on one file. */
export type PatchOperation =
  | { readonly kind: "add"; readonly path: string; readonly content: string }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update";
      readonly path: string;
      /** The destination of a move, if any. */
      readonly moveTo?: string;
      readonly hunks: readonly PatchHunk[];
    };

/** The result of {@link parsePatch}. */
export type ParsedPatch =
  | { readonly ok: true; readonly operations: readonly PatchOperation[] }
  | PatchSyntaxError;

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const ENVIRONMENT = "*** Environment ID:";
const END_OF_FILE = "*** End of File";
const FILE_MARKER = /^\*\*\* (Add|Delete|Update) File:\s*(\S.*|)$/;
const MOVE_MARKER = /^\*\*\* Move to:\s*(\S.*|)$/;

/**
 * Parses a patch in the V4A format: add, delete, update and move of files. Does not access files.
 *
 * Tolerates harmless deviations: blanks around markers, a heredoc or code fence around the patch, a first
 * hunk without `@@`, an empty line as an empty context line, context lines without their mark. Errors name the line.
 */
export function parsePatch(text: string): ParsedPatch {
  if (typeof text !== "string") return error(1, "the patch must be a string");
  const lines = unwrap(text.replaceAll("\r\n", "\n").split("\n"));
  const marker = (place: number) => lines.texts[place]?.trim() ?? "";
  let place = lines.texts.findIndex((line) => line.trim() !== "");
  if (place < 0 || marker(place) !== BEGIN)
    return error(lines.offset + Math.max(0, place) + 1, `expected "${BEGIN}"`);
  const end = lines.texts.findLastIndex((line) => line.trim() === END);
  if (end < 0) return error(lines.offset + lines.texts.length, `expected "${END}" at the end`);
  const operations: PatchOperation[] = [];
  place++;
  while (place < end) {
    // Codex' own clients name the environment of a patch in a line before the first file.
    if (marker(place) === "" || (operations.length === 0 && marker(place).startsWith(ENVIRONMENT))) {
      place++;
      continue;
    }
    const found = FILE_MARKER.exec(marker(place));
    const path = found?.[2]?.trim() ?? "";
    if (!found || path === "") {
      return error(
        lines.offset + place + 1,
        `expected "*** Add File: path", "*** Delete File: path" or "*** Update File: path", but found "${marker(place)}"`,
      );
    }
    const from = place + 1;
    let to = from;
    while (to < end && !FILE_MARKER.test(marker(to))) to++;
    const body = lines.texts.slice(from, to);
    const read = readOperation(found[1] as string, path, body, lines.offset + from);
    if ("ok" in read) return read;
    operations.push(read);
    place = to;
  }
  if (operations.length === 0) return error(lines.offset + end + 1, "the patch is empty: it names no file");
  return { ok: true, operations };
}

function readOperation(
  kind: string,
  path: string,
  body: string[],
  offset: number,
): PatchOperation | PatchSyntaxError {
  // In an update, a blank line at the end may be a line of the file.
  const isBlank = (line: string | undefined) => line?.trim() === "";
  if (kind !== "Update") while (body.length > 0 && isBlank(body.at(-1))) body.pop();
  if (kind === "Delete") {
    if (body.length > 0) return error(offset + 1, `a deleted file has no lines, but found "${body[0]}"`);
    return { kind: "delete", path };
  }
  if (kind === "Add") {
    const wrong = body.findIndex((line) => !line.startsWith("+") && line !== "");
    if (wrong >= 0)
      return error(
        offset + wrong + 1,
        `each line of an added file starts with "+", but found "${body[wrong]}"`,
      );
    return { kind: "add", path, content: body.map((line) => `${line.slice(1)}\n`).join("") };
  }
  const move = MOVE_MARKER.exec(body[0]?.trim() ?? "")?.[1]?.trim();
  const hunks = readHunks(move === undefined ? body : body.slice(1), offset + (move === undefined ? 0 : 1));
  if (!Array.isArray(hunks)) return hunks as PatchSyntaxError;
  const changes = hunks.filter(({ lines }) => lines.some(({ kind }) => kind !== "context"));
  if (changes.length === 0 && move === undefined)
    return error(offset, `the update of ${path} changes nothing`);
  return {
    kind: "update",
    path,
    hunks: changes.length === 0 ? [] : hunks,
    ...(move === undefined ? {} : { moveTo: move }),
  };
}

function readHunks(body: readonly string[], offset: number): PatchHunk[] | PatchSyntaxError {
  const hunks: PatchHunk[] = [];
  let anchors: string[] = [];
  let lines: HunkLine[] = [];
  let atEndOfFile = false;
  let unread: PatchSyntaxError | undefined;
  const finish = (end: number) => {
    const unmarked = lines.findIndex(({ isUnmarked }) => isUnmarked === true);
    const isChange = lines.some((line) => line.kind !== "context");
    if (!isChange && unmarked !== -1)
      unread ??= unknownLine(offset + end - lines.length + unmarked, lines[unmarked]?.text);
    // A hunk of context lines alone moves the place at which the search for the next one starts.
    else if (isChange || lines.some(({ text }) => text.trim() !== ""))
      hunks.push({ anchors, lines, ...(atEndOfFile ? { atEndOfFile } : {}) });
    anchors = [];
    lines = [];
    atEndOfFile = false;
  };
  for (const [place, line] of body.entries()) {
    if (line.trim() === END_OF_FILE) {
      atEndOfFile = true;
      finish(place);
    } else if (line.trimStart().startsWith("@@")) {
      if (lines.length > 0) finish(place);
      const anchor = line
        .trim()
        .replace(/^@@\s?/, "")
        .replace(/(?<!\s)\s*@@$/, "");
      // Line numbers after "@@" belong to the unified format and have no meaning here.
      if (anchor !== "" && !/^-\d+(?:,\d+)? \+\d+/.test(anchor)) anchors.push(anchor);
    } else if (line === "") lines.push({ kind: "context", text: "" });
    else if (line.startsWith("+")) lines.push({ kind: "add", text: line.slice(1) });
    else if (line.startsWith("-")) lines.push({ kind: "remove", text: line.slice(1) });
    else if (line.startsWith(" ")) lines.push({ kind: "context", text: line.slice(1) });
    else if (line.startsWith("*** ")) {
      return unknownLine(offset + place, line);
    } else lines.push({ kind: "context", text: line, isUnmarked: true });
  }
  finish(body.length);
  return unread ?? hunks;
}

function unknownLine(place: number, line = ""): PatchSyntaxError {
  return error(
    place + 1,
    `a line of a hunk starts with " ", "+" or "-", and a hunk with "@@", but found "${line}"`,
  );
}

/** Removes the wrapper that a shell or a chat adds to a patch. */
function unwrap(lines: string[]): { texts: string[]; offset: number } {
  const first = lines.findIndex((line) => line.trim() !== "");
  const opening = lines[first]?.trim() ?? "";
  if (!/^(?:```.*|(?:\S+\s+)*<<-?\s*['"]?\w+['"]?)$/.test(opening)) return { texts: lines, offset: 0 };
  return { texts: lines.slice(first + 1), offset: first + 1 };
}

function error(line: number, message: string): PatchSyntaxError {
  return { ok: false, message: `Invalid patch at line ${line}: ${message}.`, line };
}
