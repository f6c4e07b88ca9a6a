import { createReadStream } from "node:fs";
import { describeThrown } from "../../contract/index.js";
import { documentRecords } from "./document-records.js";
import { lineRecords } from "./line-records.js";
import type { RawRecord } from "./record-bytes.js";
import { transcoded } from "./transcoded.js";

/** One record of a transcript, or the reason why it was skipped. */
export type TranscriptRecord =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/** Bytes that are read at once. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes of the first line that decide whether the file is one document over several lines. */
const OPENING_BYTES = 4_096;

/** First lines, without blanks, of a document that was written with indentation. */
const OPENINGS: ReadonlySet<string> = new Set(["{", "[", "[{"]);

/**
 * Reads the records of a file one after the other: the lines of JSON Lines, or the members of a document that was
 * written with indentation and the elements of its lists. Memory is limited by the largest record.
 *
 * A record that is too large, truncated, not JSON or not text is skipped with its reason; the others are read. Several
 * records in one line are read one after the other, up to the first that is not JSON.
 *
 * @param onBytes - receives the number of bytes of each chunk
 */
export async function* readRecords(
  path: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<TranscriptRecord, void, undefined> {
  const chunks = transcoded(counted(createReadStream(path, { highWaterMark: CHUNK_BYTES }), onBytes));
  const first = await chunks.next();
  if (first.done === true) return;
  const whole = resumed(first.value, chunks);
  const records = isDocument(first.value) ? documentRecords(whole) : lineRecords(whole);
  for await (const record of records) {
    if ("problem" in record) yield record;
    else yield* parsed(record);
  }
}

function isDocument(chunk: Buffer): boolean {
  const text = chunk.subarray(0, OPENING_BYTES).toString("latin1").trimStart();
  const end = text.indexOf("\n");
  return end >= 0 && OPENINGS.has(text.slice(0, end).replace(/\s/g, ""));
}

function* parsed({
  line,
  bytes,
  member,
}: Extract<RawRecord, { bytes: Buffer }>): Generator<TranscriptRecord, void, undefined> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    yield { line, problem: "it is not text in UTF-8" };
    return;
  }
  const whole = parsedJson(text);
  if ("value" in whole) {
    yield { line, value: member === undefined ? whole.value : { [member]: whole.value } };
    return;
  }
  let isRead = false;
  for (const part of member === undefined ? joinedValues(text) : []) {
    const read = parsedJson(part);
    isRead = "value" in read;
    if (!("value" in read)) break;
    yield { line, value: read.value };
  }
  if (!isRead) yield { line, problem: whole.problem };
}

function parsedJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (thrown) {
    return { problem: `it is not JSON (${describeThrown(thrown).slice(0, MAX_REASON)})` };
  }
}

/** Longest reason of the JSON parser that is shown, in UTF-16 code units; it quotes the text. */
const MAX_REASON = 100;

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* resumed(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  yield* rest;
}

/**
 * Splits a text into the JSON objects and lists that follow each other in it, as two programs that write to one file at
 * once leave them. The texts are not checked; the last may be incomplete. Linear in the text.
 */
function* joinedValues(text: string): Generator<string, void, undefined> {
  let [from, depth, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth > 0) continue;
      yield text.slice(from, at + 1);
      [from, depth] = [at + 1, 0];
    }
  }
  const rest = text.slice(from);
  if (rest.trim() !== "") yield rest;
}
