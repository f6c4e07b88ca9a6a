import { type FileLocation, type StaleText, type ToolContext, ToolError } from "../../../contract/index.js";
import type { MatcherName } from "../../../fuzzy/index.js";
import { requireWellFormed, secretChangeError, similarPaths, suggestionSentence } from "../../paths/index.js";
import type { ChangedSpan } from "../diff/index.js";
import { type EditThreads, editBeside } from "./edit-beside.js";
import { editRefusal, inParameterWords, staleRefusal } from "./edit-refusal.js";
import type { EditWording } from "./edit-wording.js";

/** A text and its replacement. */
export interface TextReplacement {
  readonly oldText: string;
  readonly newText: string;
  /** Replaces every place instead of refusing when there are several. Default false. */
  readonly replaceAll?: boolean | undefined;
}

/** The text of a file before an edit. */
export interface EditedFile {
  readonly text: string;
  /** Present if the file has changed since the session read it. */
  readonly stale?: StaleText | undefined;
  /** Absolute, for messages. */
  readonly path: string;
}

/** A text after an edit. */
export interface EditedText<Made> {
  readonly content: string;
  /** Changed regions of the previous text. */
  readonly spans: readonly ChangedSpan[];
  readonly warnings: readonly string[];
  /** The replacements that were made, for the result and its metadata. */
  readonly made: Made;
}

/** The replacements that one edit made. */
export type MadeEdit = {
  readonly replacements: number;
  /** The matcher that found the text. */
  readonly matcher: MatcherName;
  /** 1 for text that was found literally. */
  readonly similarity: number;
};

/** The replacement that creates a file. */
export const CREATED: MadeEdit = { replacements: 1, matcher: "exact", similarity: 1 };

/**
 * Locates the file to edit. Throws `not-found` with similar names, or `reading-secret-file`.
 *
 * @param known - the location, where the file was opened already
 */
export async function requireEditableFile(
  path: string,
  wording: EditWording,
  context: ToolContext,
  known?: FileLocation,
): Promise<FileLocation> {
  const location = known ?? (await context.files.locate(path));
  if (location.stat === undefined) {
    const similar = await similarPaths(location.path, context);
    throw new ToolError(
      `file not found. Cannot update a file that doesn't exist. There is no ${location.path}.${suggestionSentence(similar)}${context.offers(wording.createTool) ? ` To create a file use ${wording.createTool}.` : ""}`,
      { code: "not-found", absolutePath: location.path },
    );
  }
  if (location.secret) throw secretChangeError(location.path);
  return location;
}

/** Refuses a replacement that no text could allow: equal strings, or half of a character. */
export function requireReplacement(
  { oldText, newText }: TextReplacement,
  path: string,
  wording: EditWording,
): void {
  if (oldText === newText) {
    throw editRefusal({ ok: false, reason: "identical", message: "", hints: [] }, path, {
      wording,
      offers: () => false,
    });
  }
  requireWellFormed(newText, wording.newText);
}

/** Makes a replacement in a text, or throws the refusal for the model. */
export async function replaceText(
  { text, stale, path }: EditedFile,
  { oldText, newText, replaceAll = false }: TextReplacement,
  wording: EditWording,
  context: EditThreads,
): Promise<EditedText<MadeEdit>> {
  const base = stale && { base: stale.base };
  const request = { content: text, oldString: oldText, newString: newText, replaceAll, ...base };
  const outcome = await editBeside(request, context);
  if (!outcome.ok) {
    const refusal = editRefusal(outcome, path, { wording, offers: context.offers });
    throw staleRefusal(refusal, stale);
  }
  const { content, spans, matcher, similarity } = outcome;
  const note = matchNote(outcome, wording);
  const warnings = [
    ...(note === undefined ? [] : [note]),
    ...outcome.warnings.map((warning) => inParameterWords(warning, wording)),
  ];
  return { content, spans, warnings, made: { replacements: spans.length, matcher, similarity } };
}

/** Matchers of an exact text. Models send LF also for files with CRLF, and the file keeps its line ends. */
const UNREMARKABLE: ReadonlySet<MatcherName> = new Set(["exact", "simple", "multi-occurrence", "line-ends"]);

/**
 * Returns a warning for the model that its text was not found exactly, and how it was found; `undefined` for an exact
 * match.
 */
function matchNote(
  { matcher, similarity }: { readonly matcher: MatcherName; readonly similarity: number },
  wording: Pick<EditWording, "oldText">,
): string | undefined {
  if (UNREMARKABLE.has(matcher)) return undefined;
  const share = similarity < 1 ? `, similarity ${similarity.toFixed(2)}` : "";
  return `${wording.oldText} is not in the file word for word; the place was found by the matcher ${matcher}${share}. Check the diff.`;
}
