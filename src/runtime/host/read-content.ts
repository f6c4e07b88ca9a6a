import { type ContentPart, ignoreRejection, type JsonValue, type NameLists } from "../../contract/index.js";
import { MAX_RESULT_BYTES } from "../../truncation/index.js";
import { createYield, isRecord, recordJson } from "../../values/index.js";
import { kindOf } from "./kind-of.js";
import { isLongJson, type LongJsonOptions, longJsonText } from "./long-json.js";
import { UnusableValue } from "./unusable-value.js";
import { writeJson } from "./write-json.js";

/** Maximum number of parts of one result; a longer list has a wrong `length`. */
const MAX_PARTS = 100_000;

/**
 * Returns copies of the content parts that a function of the host returned.
 *
 * @throws UnusableValue for anything but a list of well-formed parts
 */
export function readContent(value: unknown, field = "content"): readonly ContentPart[] {
  const list = listOf(value, field);
  return Array.from({ length: list.length }, (_, index) => readPart(list[index], `${field}[${index}]`));
}

/**
 * Returns the same as {@link readContent} for a result that is truncated afterwards: of long content, a promise, and the JSON is
 * written in steps with yields to the event loop.
 *
 * A value whose JSON exceeds the ceiling of a result is not copied: its part contains `null`, and the JSON is recorded for the
 * truncation, which replaces the part by a text.
 *
 * @param replace - replaces every string and value of JSON in long content; short content is returned unchanged
 */
export function readContentInSteps(
  value: unknown,
  field = "content",
  replace?: (value: unknown) => unknown,
): readonly ContentPart[] | Promise<readonly ContentPart[]> {
  const names: NameLists = new WeakMap();
  return Array.isArray(value) && isLongJson(value, names)
    ? readLongContent(listOf(value, field), field, { names, replace, pause: createYield() })
    : readContent(value, field);
}

async function readLongContent(
  list: readonly unknown[],
  field: string,
  options: LongJsonOptions,
): Promise<readonly ContentPart[]> {
  const { pause, replace } = options;
  const parts: ContentPart[] = [];
  for (let index = 0; index < list.length; index += 1) {
    await pause();
    const given = list[index];
    const part = `${field}[${index}]`;
    if (isRecord(given) && given.type === "json") {
      parts.push(await readLongJson(given.value, `${part}.value`, options));
      continue;
    }
    const read = readPart(given, part);
    parts.push(read.type === "text" && replace ? { ...read, text: replace(read.text) as string } : read);
  }
  return parts;
}

async function readLongJson(value: unknown, field: string, options: LongJsonOptions): Promise<ContentPart> {
  if (ArrayBuffer.isView(value)) throw bytesRefused(field);
  let text: string | undefined;
  try {
    text = await longJsonText(value, options);
  } catch (thrown) {
    ignoreRejection(thrown);
  }
  if (text === undefined) throw unwritable(field);
  return jsonPart(text);
}

/** Returns the part for a JSON text. */
export function jsonPart(text: string): ContentPart {
  const value = text.length > MAX_RESULT_BYTES ? null : (JSON.parse(text) as JsonValue);
  const part: ContentPart = { type: "json", value };
  recordJson(part, text);
  return part;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value))
    throw new UnusableValue(`${field} must be a list of content parts, not ${kindOf(value)}`);
  const { length } = value;
  if (length > MAX_PARTS)
    throw new UnusableValue(`${field} must have at most ${MAX_PARTS} parts, not ${length}`);
  return value;
}

function readPart(value: unknown, field: string): ContentPart {
  if (typeof value !== "object" || value === null) {
    throw new UnusableValue(`${field} must be a content part, not ${kindOf(value)}`);
  }
  const part = value as Readonly<Record<string, unknown>>;
  const { type } = part;
  switch (type) {
    case "text":
      return { type, text: textOf(part.text, `${field}.text`) };
    case "json":
      return { type, value: jsonOf(part.value, `${field}.value`) };
    case "image":
      return {
        type,
        mediaType: textOf(part.mediaType, `${field}.mediaType`),
        data: textOf(part.data, `${field}.data`),
      };
    case "file": {
      const { name } = part;
      return {
        type,
        mediaType: textOf(part.mediaType, `${field}.mediaType`),
        data: textOf(part.data, `${field}.data`),
        ...(name !== undefined && name !== null && { name: textOf(name, `${field}.name`) }),
      };
    }
    default:
      throw new UnusableValue(`${field}.type must be "text", "json", "image" or "file", not ${kindOf(type)}`);
  }
}

/** Returns a string of the host; throws an `UnusableValue` for anything else. */
export function textOf(value: unknown, field: string): string {
  if (typeof value === "string") return value;
  throw new UnusableValue(`${field} must be a string, not ${kindOf(value)}`);
}

/** Returns a copy: adapters write it as JSON, and the source may change. */
function jsonOf(value: unknown, field: string): JsonValue {
  if (ArrayBuffer.isView(value)) throw bytesRefused(field);
  let text: string | undefined;
  try {
    text = writeJson(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    text = undefined;
  }
  if (text === undefined) throw unwritable(field);
  return JSON.parse(text) as JsonValue;
}

function bytesRefused(field: string): UnusableValue {
  return new UnusableValue(`${field} must be JSON, but it is bytes`);
}

function unwritable(field: string): UnusableValue {
  return new UnusableValue(`${field} must be JSON, but it cannot be written as such`);
}
