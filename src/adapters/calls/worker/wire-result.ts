import type { CallOutputs, ContentPart, ToolResult } from "../../../contract/index.js";
import type { WireResult } from "../wire/index.js";

/** Selects the part of a result that the host does not know itself: the host keeps its own call, names and times. */
export function wireResult(result: ToolResult): WireResult {
  const { content, trackFiles, truncation } = result;
  const { repairs: _, ...metadata } = result.metadata ?? {};
  const more = {
    content,
    trackFiles,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(truncation !== undefined && { truncation }),
  };
  if (result.status === "done") return { status: "done", ...more, result: result.result };
  if (result.status === "blocked-on-user") {
    const message = `The rules of the worker ask about this call to '${result.toolName}', and no approver is available there. It has not run; use another approach.`;
    const error = { message, errorCode: "permission-denied" };
    return { status: "rejected-by-user", error, content: [{ type: "text", text: message }] };
  }
  return {
    status: result.status,
    error: result.error,
    ...more,
    ...(result.result !== undefined && { result: result.result }),
  };
}

/** UTF-16 code units of one piece of text written to the store. */
const CHUNK_CHARACTERS = 1_048_576;

/** Result that fits into one message, and the paths of its stored outputs. */
export interface BoundedResult {
  readonly result: WireResult;
  readonly outputs: readonly string[];
}

/**
 * Stores a result that is too large for one message in the worker's store and replaces it by the path: `{ storedOutput, bytes }`
 * for the value (with `omittedBytes` if the store has a limit too), a sentence with the path for the model's text.
 */
export async function boundResult(
  whole: WireResult,
  options: { readonly maxBytes: number; readonly store: CallOutputs },
): Promise<BoundedResult> {
  const outputs = whole.truncation?.savedTo === undefined ? [] : [whole.truncation.savedTo];
  const { maxBytes, store } = options;
  const { result: value, content, ...rest } = whole;
  const contentFits = sizeOf(content) <= maxBytes;
  const valueFits = (written(value)?.length ?? 0) <= maxBytes;
  if (contentFits && valueFits) return { result: whole, outputs };
  const result = valueFits ? value : await keepValue(value, store, outputs);
  return {
    result: {
      ...rest,
      ...(result !== undefined && { result }),
      content: contentFits ? content : [await keptContent(content, store, outputs)],
    },
    outputs,
  };
}

/** Stores a value and returns its replacement. */
async function keepValue(value: unknown, store: CallOutputs, outputs: string[]): Promise<unknown> {
  // Indented, so that it has lines and can be read in parts.
  const kept = await keep(written(value, 1) ?? "", store);
  if (kept.path === undefined) return { notKept: kept.reason };
  const { path, bytes, omittedBytes } = kept;
  outputs.push(path);
  return { storedOutput: path, bytes, ...(omittedBytes > 0 && { omittedBytes }) };
}

async function keptContent(
  content: readonly ContentPart[],
  store: CallOutputs,
  outputs: string[],
): Promise<ContentPart> {
  const text = content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n");
  const kept = await keep(text, store);
  if (kept.path === undefined) {
    return {
      type: "text",
      text: `The output was too large to be sent, and it was not stored: ${kept.reason}.`,
    };
  }
  outputs.push(kept.path);
  return {
    type: "text",
    text: `The output was too large to be sent. ${kept.omittedBytes > 0 ? `All but ${kept.omittedBytes} bytes from its middle` : "All of it"} is in '${kept.path}' (${kept.bytes} bytes) on the worker: read that file in parts.`,
  };
}

type Kept =
  | {
      readonly path: string;
      readonly bytes: number;
      readonly omittedBytes: number;
      readonly reason?: undefined;
    }
  | { readonly path?: undefined; readonly reason: string };

async function keep(text: string, store: CallOutputs): Promise<Kept> {
  const writer = store.open();
  const encoder = new TextEncoder();
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) {
    writer.append(encoder.encode(text.slice(start, start + CHUNK_CHARACTERS)));
  }
  const stored = await writer.finish();
  if (!stored.kept) return { reason: stored.reason };
  const { path, bytes, omittedBytes } = stored;
  return { path, bytes, omittedBytes };
}

/** Serialises a value: a string unchanged, anything else as JSON; undefined if JSON cannot represent it. */
function written(value: unknown, indentation?: number): string | undefined {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, undefined, indentation);
  } catch {
    return undefined;
  }
}

function sizeOf(content: readonly ContentPart[]): number {
  let size = 0;
  for (const part of content) size += part.type === "text" ? part.text.length : JSON.stringify(part).length;
  return size;
}
