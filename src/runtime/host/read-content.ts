import { type ContentPart, ignoreRejection, type JsonValue } from "../../contract/index.js";
import { kindOf } from "./kind-of.js";
import { UnusableValue } from "./unusable-value.js";

/** Maximum number of parts of one result; a longer list has a wrong `length`. */
const MAX_PARTS = 100_000;

/**
 * Returns copies of the content parts that a function of the host returned.
 *
 * @throws UnusableValue for anything but a list of well-formed parts
 */
export function readContent(value: unknown, field = "content"): readonly ContentPart[] {
  if (!Array.isArray(value))
    throw new UnusableValue(`${field} must be a list of content parts, not ${kindOf(value)}`);
  const { length } = value;
  if (length > MAX_PARTS)
    throw new UnusableValue(`${field} must have at most ${MAX_PARTS} parts, not ${length}`);
  const parts: ContentPart[] = [];
  for (let index = 0; index < length; index += 1) parts.push(readPart(value[index], `${field}[${index}]`));
  return parts;
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
  if (ArrayBuffer.isView(value)) throw new UnusableValue(`${field} must be JSON, but it is bytes`);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    text = undefined;
  }
  if (text === undefined) throw new UnusableValue(`${field} must be JSON, but it cannot be written as such`);
  return JSON.parse(text) as JsonValue;
}
