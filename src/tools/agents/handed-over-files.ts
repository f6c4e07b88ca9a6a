import { type ToolContext, ToolError } from "../../contract/index.js";
import { decodeText } from "../../workspace/index.js";
import { attributeText, visibleText } from "../visible-text.js";

/** Files passed with one question. Chosen by Collet. */
export const MAX_HANDED_FILES = 50;

/** Bytes passed of one file. The Amp specification: MAX_FILE_SIZE. */
export const MAX_HANDED_BYTES = 65_536;

/** Characters of all files passed with one question. Chosen by Collet, to leave capacity for the question itself. */
const MAX_HANDED_CHARACTERS = 150_000;

/** A file that was not passed, or not completely. */
export interface UnreadFile {
  readonly path: string;
  /** As a sentence. */
  readonly reason: string;
}

/** All characters that any reader treats as a line end: a line without a number must not be forged. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Formats files for a subagent: each in an envelope in which every line but the first and the last begins with a
 * number, so that no file content can close it and imitate the question.
 */
export async function handOver(
  paths: readonly string[],
  context: Pick<ToolContext, "files">,
): Promise<{ readonly envelopes: readonly string[]; readonly unread: readonly UnreadFile[] }> {
  const envelopes: string[] = [];
  const unread: UnreadFile[] = [];
  let charactersLeft = MAX_HANDED_CHARACTERS;
  for (const [index, path] of [...new Set(paths)].entries()) {
    const shown = visibleText(path);
    if (index === MAX_HANDED_FILES) {
      unread.push({
        path: shown,
        reason: `Only ${MAX_HANDED_FILES} files are passed; this one and the rest are not.`,
      });
      break;
    }
    try {
      const { envelope, omission } = envelopeOf(shown, await textOf(path, context), charactersLeft);
      if (envelope !== undefined) {
        envelopes.push(envelope);
        charactersLeft -= envelope.length;
      }
      if (omission !== undefined) unread.push({ path: shown, reason: omission });
    } catch (error) {
      if (!ToolError.isInstance(error)) throw error;
      unread.push({ path: shown, reason: visibleText(error.message) });
    }
  }
  return { envelopes, unread };
}

async function textOf(path: string, { files }: Pick<ToolContext, "files">): Promise<string> {
  const location = await files.locate(path);
  if (location.stat?.type === "file" && (await files.isExcluded(location.path)) && !location.secret) {
    throw new ToolError("A rule forbids reading it.", { code: "permission-denied" });
  }
  // Not as text, which would count as read by the session: the model that asks has not seen it.
  const bytes = await files.readBytes(path, { maxBytes: MAX_HANDED_BYTES });
  const text = decoded(bytes, path);
  if (text.includes("\0")) throw new ToolError("It is not text.", { code: "binary-file" });
  return text;
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return decodeText(bytes, path).text;
  } catch {
    throw new ToolError("It is not text.", { code: "not-utf8" });
  }
}

function envelopeOf(
  path: string,
  text: string,
  charactersLeft: number,
): { readonly envelope?: string; readonly omission?: string } {
  const lines = text.split(LINE_ENDS);
  if (lines.at(-1) === "") lines.pop();
  const numbered: string[] = [];
  let length = path.length + 100;
  for (const [index, line] of lines.entries()) {
    const row = `${index + 1}: ${line}`;
    length += row.length + 1;
    if (length > charactersLeft) break;
    numbered.push(row);
  }
  const total = lines.length;
  const given = numbered.length;
  if (given === 0 && total > 0)
    return { omission: "The size limit for all files was reached. Read it if it matters." };
  const header = `<file path="${attributeText(path)}" lines="${total === 0 ? "none" : `1-${given} of ${total}`}">`;
  return {
    envelope: [header, ...numbered, "</file>"].join("\n"),
    ...(given < total && { omission: `Only lines 1 to ${given} of ${total} were passed.` }),
  };
}
