import type { EditThresholds } from "../request/index.js";
import { applyPatchHunks, type PatchResult } from "./apply-patch-hunks.js";
import type { HunkLine, PatchHunk, PatchSyntaxError } from "./patch-hunk.js";

const HUNK_HEADER = /^@@+(?: -(\d+)(?:,(\d+))?)?(?: \+\d+(?:,\d+)?)?\s*@*\s?(.*)/s;
const FILE_LINE =
  /^(?:diff --git |index [0-9a-f]+\.\.|new file mode|deleted file mode|old mode|new mode|similarity index|rename (?:from|to) )/;

/**
 * Applies a unified diff of one file.
 *
 * Hunks are found by their text with the matchers of {@link applyEdit}; the line numbers of `@@ -12,5 +12,6
 * @@` only choose between equal places, because models miscount. All hunks are applied or none. Pure; never
 * throws.
 *
 * @example
 * const result = applyUnifiedDiff({ content, diff });
 */
export function applyUnifiedDiff(request: {
  readonly content: string;
  readonly diff: string;
  readonly thresholds?: Partial<EditThresholds>;
}): PatchResult {
  const { content, diff, thresholds } = request ?? {};
  if (typeof content !== "string" || typeof diff !== "string") {
    return { ok: false, reason: "empty", message: "content and diff must be strings.", hunk: 0, hints: [] };
  }
  const parsed = parseUnifiedDiff(diff);
  if (!parsed.ok) return { ok: false, reason: "empty", message: parsed.message, hunk: 0, hints: [] };
  return applyPatchHunks({ content, hunks: parsed.hunks, ...(thresholds ? { thresholds } : {}) });
}

/** Parses the hunks of a unified diff of one file; does not trust the counts in the headers. */
export function parseUnifiedDiff(
  diff: string,
): { readonly ok: true; readonly hunks: readonly PatchHunk[] } | PatchSyntaxError {
  if (typeof diff !== "string") return syntaxError(0, "The diff must be a string.");
  const lines = diff.replaceAll("\r\n", "\n").split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const hunks: PatchHunk[] = [];
  let current: { -readonly [Key in keyof PatchHunk]: PatchHunk[Key] } & { lines: HunkLine[] } = newHunk();
  let started = false;
  let files = 0;
  const finish = () => {
    if (current.lines.some((line) => line.kind !== "context")) hunks.push(current);
  };
  for (const [place, line] of lines.entries()) {
    if (line.startsWith("--- ") && lines[place + 1]?.startsWith("+++ ")) {
      if (++files > 1)
        return syntaxError(place, "The diff changes more than one file; send one diff a file.");
      continue;
    }
    if (line.startsWith("+++ ") && lines[place - 1]?.startsWith("--- ")) continue;
    if (FILE_LINE.test(line) || /^```/.test(line)) continue;
    if (line.startsWith("\\")) {
      markOpenEnd(current);
      continue;
    }
    if (line.startsWith("@@")) {
      finish();
      const header = HUNK_HEADER.exec(line);
      current = newHunk();
      started = true;
      if (header?.[1] !== undefined) {
        // "-5,0" means: after line 5.
        current.startLine = Number(header[1]) + (header[2] === "0" ? 1 : 0);
      }
      const section = header?.[3]?.trim() ?? "";
      if (section !== "") current.anchors = [section];
      continue;
    }
    const kind = kindOf(line);
    // Text before the first hunk is a title unless it is marked as a change.
    if (!started && kind === undefined) continue;
    current.lines.push({ kind: kind ?? "context", text: kind === undefined ? line : line.slice(1) });
  }
  finish();
  if (hunks.length === 0) return syntaxError(0, 'The diff changes nothing: no line starts with "+" or "-".');
  return { ok: true, hunks };
}

function newHunk(): { anchors: string[]; lines: HunkLine[] } {
  return { anchors: [], lines: [] };
}

function kindOf(line: string): HunkLine["kind"] | undefined {
  if (line.startsWith("+")) return "add";
  if (line.startsWith("-")) return "remove";
  return line.startsWith(" ") ? "context" : undefined;
}

function markOpenEnd(hunk: {
  lines: readonly HunkLine[];
  oldEndsOpen?: boolean;
  newEndsOpen?: boolean;
}): void {
  const last = hunk.lines[hunk.lines.length - 1]?.kind;
  if (last !== "add") hunk.oldEndsOpen = true;
  if (last !== "remove") hunk.newEndsOpen = true;
}

function syntaxError(place: number, message: string): PatchSyntaxError {
  return { ok: false, message: `Line ${place + 1} of the diff: ${message}`, line: place + 1 };
}
