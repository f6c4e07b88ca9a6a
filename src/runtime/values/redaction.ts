import {
  type CallOutputs,
  type ContentPart,
  describeThrown,
  ignoreRejection,
  type JsonValue,
  type NameLists,
  type OutputWriter,
  ToolError,
} from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";
import { isLongJson, namesOf } from "../host/long-json.js";

/** Removes text that a model or a disk must not see. */
export type Redact = (text: string) => string;

/**
 * Wraps the redact function of a host so that it returns a string or throws an error that names it. No text passes
 * unchecked: the promise of an async function is not a string.
 */
export function checkedRedact(redact: Redact): Redact {
  return (text) => {
    let redacted: unknown;
    try {
      redacted = atOnce(redact(text));
    } catch (thrown) {
      throw new ToolError(`The host's redact function failed: ${describeThrown(thrown)}.`);
    }
    if (typeof redacted === "string") return redacted;
    throw new ToolError(`The host's redact function returned ${kindOf(redacted)} instead of a string.`);
  };
}

/** Bytes of a line that are buffered; a longer line is redacted in pieces. */
const MAX_LINE_BYTES = 1024 ** 2;

/** Returns the parts with every text in them redacted; images and files stay. */
export function redactParts(parts: readonly ContentPart[], redact: Redact): readonly ContentPart[] {
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: redact(part.text) };
    return part.type === "json" ? { type: "json", value: redactJson(part.value, redact) as JsonValue } : part;
  });
}

/**
 * Returns the same as {@link redactJson}; a long value is redacted in steps with yields to the event loop.
 *
 * @param names - the names of the members of large objects, as far as they are listed
 */
export async function redactInSteps(value: unknown, redact: Redact, names: NameLists): Promise<unknown> {
  const pause = createYield();
  const step = async (part: unknown): Promise<unknown> => {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    if (!isPlainJson(part) || !isLongJson(part, names)) return redactJson(part, redact);
    if (Array.isArray(part)) {
      const items: unknown[] = [];
      for (const item of part) items.push(await step(item));
      return items;
    }
    const redacted = {};
    for (const name of namesOf(part, names)) {
      const member = await step((part as Readonly<Record<string, unknown>>)[name]);
      setMember(redacted, redact(name), member);
    }
    return redacted;
  };
  return step(value);
}

function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
}

function isPlainJson(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns a value of plain JSON with every string in it redacted, including keys; any other value stays. */
export function redactJson(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  if (!isPlainJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redact(key), redactJson(member, redact)]),
  );
}

/** Wraps outputs so that whole lines are redacted before they reach the store. */
export function redactOutputs(outputs: CallOutputs, redact: Redact): CallOutputs {
  return { open: () => redactWriter(outputs.open(), redact) };
}

function redactWriter(writer: OutputWriter, redact: Redact): OutputWriter {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  let line = "";
  let failure: string | undefined;
  const pass = (text: string) => {
    if (failure !== undefined || text === "") return;
    try {
      writer.append(encoder.encode(redact(text)));
    } catch (thrown) {
      ignoreRejection(thrown);
      failure = "the host's redact function failed";
    }
  };
  return {
    append(bytes) {
      const text = decoder.decode(bytes, { stream: true });
      // Only the new text is searched: a search of the whole line for every chunk would be quadratic.
      const newline = text.lastIndexOf("\n");
      const isTooLong = line.length + text.length > MAX_LINE_BYTES;
      if (newline === -1 && !isTooLong) {
        line += text;
        return;
      }
      const end = isTooLong ? text.length : newline + 1;
      pass(line + text.slice(0, end));
      line = text.slice(end);
    },
    async finish() {
      pass(line + decoder.decode());
      line = "";
      if (failure === undefined) return writer.finish();
      await writer.discard();
      return { kept: false, reason: failure };
    },
    discard: () => writer.discard(),
  };
}
