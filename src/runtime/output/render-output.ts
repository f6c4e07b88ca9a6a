import {
  type AnyTool,
  type ContentPart,
  describeThrown,
  ignoreRejectionsIn,
  type JsonValue,
  ToolError,
} from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { MAX_RESULT_BYTES } from "../../truncation/index.js";
import { createYield, recordJson } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { readContent } from "../host/read-content.js";
import { isToldToolError } from "../values/index.js";
import { isLongJson, longJsonText } from "./long-json.js";

/** Replaces an empty result: some providers refuse one, and a model cannot distinguish it from an error. */
const EMPTY_OUTPUT = "(no output)";

/**
 * Returns the content that the model reads of a tool's output: the tool's rendering if it has one, otherwise a string
 * unchanged, bytes as a sentence with their length, and anything else as JSON.
 */
export function renderOutput(tool: AnyTool, output: unknown, input: unknown): readonly ContentPart[] {
  const rendered: string | readonly ContentPart[] = tool.render
    ? ownRendering(tool, output, input)
    : typeof output === "string"
      ? output
      : jsonContent(output);
  if (typeof rendered === "string")
    return [{ type: "text", text: rendered === "" ? EMPTY_OUTPUT : rendered }];
  return rendered.length === 0 || rendered.every(isEmptyText)
    ? [{ type: "text", text: EMPTY_OUTPUT }]
    : rendered;
}

function ownRendering(tool: AnyTool, output: unknown, input: unknown): string | readonly ContentPart[] {
  try {
    const rendered: unknown = atOnce(tool.render?.(output, input));
    if (tool.source !== "builtin") ignoreRejectionsIn(rendered);
    return typeof rendered === "string" ? rendered : readContent(rendered, "it");
  } catch (thrown) {
    if (isToldToolError(thrown)) throw thrown;
    throw new ToolError(
      `The tool '${tool.name}' ran, but its render function failed: ${describeThrown(thrown)}.`,
    );
  }
}

/**
 * Returns the same content for an output that {@link renderOutput} would render in one long step: its JSON is written in steps, with
 * yields to the event loop.
 */
export async function renderLongOutput(tool: AnyTool, output: unknown): Promise<readonly ContentPart[]> {
  const text = await longJsonText(output, createYield());
  if (text === undefined) return renderOutput(tool, undefined, undefined);
  if (text.length <= MAX_RESULT_BYTES) return [{ type: "json", value: JSON.parse(text) as JsonValue }];
  const part: ContentPart = { type: "json", value: output as JsonValue };
  recordJson(part, text);
  return [part];
}

/** Returns whether an output must be rendered by {@link renderLongOutput}. */
export function isLongOutput(tool: AnyTool, output: unknown): boolean {
  return (
    tool.render === undefined &&
    typeof output === "object" &&
    !ArrayBuffer.isView(output) &&
    isLongJson(output)
  );
}

function jsonContent(output: unknown): string | readonly ContentPart[] {
  if (output === undefined || output === null) return "";
  if (ArrayBuffer.isView(output)) return `(${counted(output.byteLength, "byte")})`;
  const text = JSON.stringify(output);
  // Functions and symbols have no JSON.
  return text === undefined ? String(output) : [{ type: "json", value: JSON.parse(text) as JsonValue }];
}

function isEmptyText(part: ContentPart): boolean {
  return part.type === "text" && part.text === "";
}
