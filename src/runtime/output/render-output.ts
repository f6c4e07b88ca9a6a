import {
  type AnyTool,
  type ContentPart,
  describeThrown,
  ignoreRejectionsIn,
  type NameLists,
  ToolError,
} from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { createYield } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { isLongJson, longJsonText } from "../host/long-json.js";
import { jsonPart, readContentInSteps } from "../host/read-content.js";
import { writeJson } from "../host/write-json.js";
import { isToldToolError, type Redact, redactJson, redactParts } from "../values/index.js";

/** Replaces an empty result: some providers refuse one, and a model cannot distinguish it from an error. */
const EMPTY_OUTPUT = "(no output)";

/** The call whose output is rendered. */
export interface RenderedCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** Removes text that the model must not see. */
  readonly redact: Redact | undefined;
  /** Receives the names of the members of large objects in the output. */
  readonly names: NameLists;
}

/**
 * Returns the redacted content that the model reads of a tool's output: the tool's rendering if it has one, otherwise a string
 * unchanged, bytes as a sentence with their length, and anything else as JSON.
 *
 * Returns a promise for long content, whose JSON is written in steps with yields to the event loop.
 */
export function renderOutput(
  output: unknown,
  call: RenderedCall,
): readonly ContentPart[] | Promise<readonly ContentPart[]> {
  if (call.tool.render !== undefined) return ownRendering(output, call);
  if (isLongOutput(output, call.names)) return longJsonContent(output, call);
  const rendered = typeof output === "string" ? output : jsonContent(output);
  const parts = withoutEmptyText(rendered);
  return call.redact === undefined ? parts : redactParts(parts, call.redact);
}

function ownRendering(
  output: unknown,
  call: RenderedCall,
): readonly ContentPart[] | Promise<readonly ContentPart[]> {
  const { tool, input, redact } = call;
  const failed = (thrown: unknown) =>
    isToldToolError(thrown)
      ? thrown
      : new ToolError(
          `The tool '${tool.name}' ran, but its render function failed: ${describeThrown(thrown)}.`,
        );
  let reading: string | readonly ContentPart[] | Promise<readonly ContentPart[]>;
  try {
    const rendered: unknown = atOnce(tool.render?.(output, input));
    if (tool.source !== "builtin") ignoreRejectionsIn(rendered);
    reading =
      typeof rendered === "string" ? rendered : readContentInSteps(rendered, "it", replaceWith(redact));
  } catch (thrown) {
    throw failed(thrown);
  }
  if (!(reading instanceof Promise)) {
    const parts = withoutEmptyText(reading);
    return redact === undefined ? parts : redactParts(parts, redact);
  }
  return reading.then(withoutEmptyText, (thrown: unknown) => {
    throw failed(thrown);
  });
}

async function longJsonContent(
  output: unknown,
  { redact, names }: RenderedCall,
): Promise<readonly ContentPart[]> {
  const text = await longJsonText(output, { pause: createYield(), names, replace: replaceWith(redact) });
  return text === undefined ? withoutEmptyText("") : [jsonPart(text)];
}

function replaceWith(redact: Redact | undefined): ((value: unknown) => unknown) | undefined {
  return redact && ((value) => redactJson(value, redact));
}

function isLongOutput(output: unknown, names: NameLists): boolean {
  return typeof output === "object" && !ArrayBuffer.isView(output) && isLongJson(output, names);
}

function jsonContent(output: unknown): string | readonly ContentPart[] {
  if (output === undefined || output === null) return "";
  if (ArrayBuffer.isView(output)) return `(${counted(output.byteLength, "byte")})`;
  const text = writeJson(output);
  // Functions and symbols have no JSON.
  return text === undefined ? String(output) : [{ type: "json", value: JSON.parse(text) }];
}

function withoutEmptyText(rendered: string | readonly ContentPart[]): readonly ContentPart[] {
  if (typeof rendered === "string")
    return [{ type: "text", text: rendered === "" ? EMPTY_OUTPUT : rendered }];
  return rendered.length === 0 || rendered.every(isEmptyText)
    ? [{ type: "text", text: EMPTY_OUTPUT }]
    : rendered;
}

function isEmptyText(part: ContentPart): boolean {
  return part.type === "text" && part.text === "";
}
