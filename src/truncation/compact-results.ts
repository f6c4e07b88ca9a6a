import type { CallOutputs, ContentPart, ToolResult } from "../contract/index.js";
import { counted } from "../text/index.js";
import { type KeysOf, requireOptions } from "../values/index.js";
import { contentText } from "./content-text.js";
import { countLines, utf8Size } from "./measure/index.js";
import { truncateText } from "./truncate-text.js";

/** Options of a compaction: the results to keep, and the store for the others. */
export interface CompactOptions {
  /** The number of results at the end that stay unchanged. Default {@link DEFAULT_KEEP_RECENT}. */
  readonly keepRecent?: number;
  /**
   * Compacts only the oldest results, until all results together have at most this many tokens. Default:
   * compacts all old results.
   */
  readonly maxTokens?: number;
  /** Returns the number of tokens of a text. Default: a quarter of its UTF-16 code units. */
  readonly countTokens?: (text: string) => number;
  /** Returns whether a result stays unchanged, whatever its age. */
  readonly keep?: (result: ToolResult) => boolean;
  /**
   * Storage for outputs that are not in the store yet: `runtime.outputs()`. Without it the model loses their
   * text.
   */
  readonly outputs?: CallOutputs;
  /** Bytes of the preview. Default {@link DEFAULT_PREVIEW_BYTES}. */
  readonly previewBytes?: number;
}

/** Results after compaction, and the savings. */
export interface CompactedResults {
  /** One for each input result, in the same order; a result that was not compacted is the same object. */
  readonly results: readonly ToolResult[];
  /** The number of results compacted by this function call. */
  readonly compacted: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Default number of the last results that stay complete: a model still uses about this many. */
export const DEFAULT_KEEP_RECENT = 5;
/** Default bytes of a preview: enough to recognise an output. */
export const DEFAULT_PREVIEW_BYTES = 400;

const CHARACTERS_PER_TOKEN = 4;
const PREVIEW_LINES = 8;

/** The names of all options. */
const OPTION_NAMES = {
  keepRecent: true,
  maxTokens: true,
  countTokens: true,
  keep: true,
  outputs: true,
  previewBytes: true,
} as const satisfies KeysOf<CompactOptions>;

/**
 * Replaces old tool outputs by a short preview and the path of the full output in the output store (the
 * Claude Code specification).
 *
 * Compacts only results that are `done`, never errors, and only if that saves tokens; images and files of an
 * old result are named and omitted. Pass the results oldest first. Idempotent. Throws a `RangeError` for
 * invalid numbers; if the store fails, the result stays unchanged.
 *
 * @example
 * const { results } = await compactResults(history, { keepRecent: 4, maxTokens: 50_000, outputs: runtime.outputs() });
 */
export async function compactResults(
  results: readonly ToolResult[],
  options: CompactOptions = {},
): Promise<CompactedResults> {
  requireOptions("compactResults", options, OPTION_NAMES);
  const { keepRecent = DEFAULT_KEEP_RECENT, maxTokens, keep, countTokens = estimateTokens } = options;
  requireCount("keepRecent", keepRecent, 0);
  requireCount("maxTokens", maxTokens ?? 0, 0);
  requireCount("previewBytes", options.previewBytes ?? DEFAULT_PREVIEW_BYTES, 1);

  const tokensOf = (content: readonly ContentPart[]) => tokensOfContent(content, countTokens);
  const compactedResults = [...results];
  const tokensBefore = results.reduce((sum, { content }) => sum + tokensOf(content), 0);
  let tokens = tokensBefore;
  let compacted = 0;
  for (const [index, result] of results.slice(0, Math.max(0, results.length - keepRecent)).entries()) {
    if (maxTokens !== undefined && tokens <= maxTokens) break;
    if (result.status !== "done" || isCompacted(result) || keep?.(result) === true) continue;
    const shorter = await compactOne(result, options, tokensOf);
    if (shorter === undefined) continue;
    compactedResults[index] = shorter;
    tokens += tokensOf(shorter.content) - tokensOf(result.content);
    compacted += 1;
  }
  return { results: compactedResults, compacted, tokensBefore, tokensAfter: tokens };
}

type DoneResult = Extract<ToolResult, { readonly status: "done" }>;

/**
 * Returns the result with a preview instead of its output; `undefined` if that would not be shorter or the
 * output could not be stored.
 */
async function compactOne(
  result: DoneResult,
  { outputs, previewBytes = DEFAULT_PREVIEW_BYTES }: CompactOptions,
  tokensOf: (content: readonly ContentPart[]) => number,
): Promise<DoneResult | undefined> {
  const { content, toolName, truncation } = result;
  const text = contentText(content);
  const limits = { maxBytes: previewBytes, maxLines: PREVIEW_LINES };
  const preview = truncateText(text, limits, { totals: "skip" });
  const compactedWith = (savedTo: string | undefined): DoneResult => {
    const shown = [preview.text, ...partNames(content), notice(toolName, text, savedTo)].filter(
      (line) => line !== "",
    );
    const newText = shown.join("\n");
    return {
      ...result,
      ...(typeof result.result === "string" && { result: newText }),
      content: [{ type: "text", text: newText }],
      truncation: {
        omittedBytes: (truncation?.omittedBytes ?? 0) + Math.max(0, utf8Size(text) - utf8Size(preview.head)),
        omittedLines:
          (truncation?.omittedLines ?? 0) + Math.max(0, countLines(text) - countLines(preview.head)),
        ...(savedTo !== undefined && { savedTo }),
      },
      metadata: { ...result.metadata, compacted: true },
    };
  };
  const isShorter = (shorter: DoneResult) => tokensOf(shorter.content) < tokensOf(content);
  if (!preview.truncated && partNames(content).length === 0) return undefined;
  const draft = compactedWith(truncation?.savedTo);
  if (!isShorter(draft)) return undefined;
  if (truncation?.savedTo !== undefined || outputs === undefined || text === "") return draft;
  const savedTo = await saved(text, outputs);
  if (savedTo === undefined) return undefined;
  const kept = compactedWith(savedTo);
  return isShorter(kept) ? kept : undefined;
}

async function saved(text: string, outputs: CallOutputs): Promise<string | undefined> {
  const writer = outputs.open();
  writer.append(new TextEncoder().encode(text));
  const stored = await writer.finish();
  return stored.kept ? stored.path : undefined;
}

function notice(toolName: string, text: string, savedTo: string | undefined): string {
  const size = `${counted(countLines(text), "line")}, ${counted(utf8Size(text), "byte")}`;
  const rest = savedTo === undefined ? "Call the tool again to see it." : `Full output saved to: ${savedTo}`;
  return `[Old output of ${toolName} shortened: ${size}. ${rest}]`;
}

function partNames(content: readonly ContentPart[]): string[] {
  return content.flatMap((part) =>
    part.type === "image" || part.type === "file" ? [`[${part.type} ${part.mediaType}, left out]`] : [],
  );
}

function tokensOfContent(content: readonly ContentPart[], countTokens: (text: string) => number): number {
  const media = content.reduce(
    (sum, part) => sum + (part.type === "image" || part.type === "file" ? MEDIA_TOKENS : 0),
    0,
  );
  return countTokens(contentText(content)) + media;
}

/** Typical count of providers for an image of usual size; a file counts at least as much. */
const MEDIA_TOKENS = 1_500;

function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function isCompacted({ metadata }: ToolResult): boolean {
  return metadata?.compacted === true;
}

function requireCount(name: string, value: number, minimum: number): void {
  if (Number.isSafeInteger(value) && value >= minimum) return;
  throw new RangeError(`compactResults: ${name} must be an integer of at least ${minimum}, not ${value}.`);
}
