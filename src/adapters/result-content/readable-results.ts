import { ignoreRejection, ignoreRejectionsIn, type ToolResult } from "../../contract/index.js";
import { isRecord, shownValue } from "../../values/index.js";
import { itemsOf } from "../tool-calls/index.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns copies of results that a host may have stored, altered or wrapped in proxies; each member is read once.
 *
 * @throws TypeError that names the entry and the field of a result that cannot be sent
 */
export function readableResults(results: unknown): readonly ToolResult[] {
  ignoreRejectionsIn(results);
  const items = itemsOf(results);
  if (items === undefined) throw refused("the list of results", "it", results);
  return items.map((item, index) => readableResult(item, `results[${index}]`));
}

function readableResult(given: unknown, location: string): ToolResult {
  const result = fieldsOf(given, "a tool result", location);
  for (const name of ["callId", "status", "requestedName"])
    if (typeof result[name] !== "string") throw refused("a string", `${location}.${name}`, result[name]);
  const parts = itemsOf(result.content);
  if (parts === undefined) throw refused("a list of parts", `${location}.content`, result.content);
  const content = parts.map((part, index) => readablePart(part, `${location}.content[${index}]`));
  const error = result.status === "done" ? result.error : readableError(result.error, `${location}.error`);
  return { ...result, content, ...(error !== undefined && { error }) } as unknown as ToolResult;
}

function readablePart(given: unknown, location: string): Fields {
  const part = fieldsOf(given, "a part of a result", location);
  if (part.type !== undefined && typeof part.type !== "string")
    throw refused("a string", `${location}.type`, part.type);
  if (part.type === "text" && typeof part.text !== "string")
    throw refused("a string", `${location}.text`, part.text);
  if (part.type === "image" || part.type === "file") {
    for (const name of ["name", "mediaType"])
      if (part[name] !== undefined && typeof part[name] !== "string")
        throw refused("a string", `${location}.${name}`, part[name]);
  }
  return part;
}

function readableError(given: unknown, location: string): Fields {
  const error = fieldsOf(given, "the error of the call", location);
  if (typeof error.message !== "string") throw refused("a string", `${location}.message`, error.message);
  return error;
}

/** Returns a copy of an object of the host. */
function fieldsOf(given: unknown, expected: string, location: string): Fields {
  if (!isRecord(given)) throw refused(expected, location, given);
  try {
    const fields = { ...given };
    ignoreRejectionsIn(fields);
    return fields;
  } catch (thrown) {
    ignoreRejection(thrown);
    throw new TypeError(
      `toToolResults got results that cannot be sent: ${location} cannot be read, because a getter or a proxy throws.`,
    );
  }
}

function refused(expected: string, location: string, got: unknown): TypeError {
  const what = location === "it" ? "toToolResults expects" : `toToolResults expects ${location} to be`;
  return new TypeError(`${what} ${expected}, but got ${shownValue(got)}.`);
}
