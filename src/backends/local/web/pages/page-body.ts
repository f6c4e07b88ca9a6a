import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ToolError } from "../../../../contract/index.js";
import { MAX_CONTENT_CODINGS } from "../web-limits.js";
import { failureOf } from "./open-page.js";
import type { PageDeadline } from "./page-deadline.js";

/** Bytes at the start of a body that determine its type. */
export const HEAD_BYTES = 4_096;

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
};

/** Limits of a body. */
export interface BodyLimits {
  /** Returns the largest size, in bytes after decompression, of a body with this start. */
  readonly maxBytes: (head: Uint8Array) => number;
}

/**
 * Reads the body of an answer: decompressed, and counted while it arrives, regardless of the announced
 * length.
 *
 * Always ends the connection. An incomplete body is an error, never a partial page.
 *
 * @throws ToolError `content-too-large`, `unsupported-content`, `network-error`, and the errors of the deadline
 */
export async function readBody(
  answer: IncomingMessage,
  url: URL,
  deadline: PageDeadline,
  { maxBytes }: BodyLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let limit: number | undefined;
  try {
    for await (const chunk of decoded(answer, deadline)) {
      chunks.push(chunk);
      size += chunk.length;
      if (limit === undefined && size >= HEAD_BYTES) limit = maxBytes(joined(chunks, HEAD_BYTES));
      if (limit !== undefined && size > limit) throw tooLarge(limit);
    }
  } catch (error) {
    throw failureOf(error, url, deadline.signal);
  } finally {
    deadline.stopWaiting();
    answer.destroy();
  }
  // If Collet ended the connection, the loop ends without an error.
  deadline.signal.throwIfAborted();
  if (!answer.complete) throw failureOf(new Error("the connection was interrupted"), url, deadline.signal);
  const body = joined(chunks, size);
  limit ??= maxBytes(body);
  if (size > limit) throw tooLarge(limit);
  return body;
}

/** Yields the body, decompressed in reverse order of its codings. */
async function* decoded(answer: IncomingMessage, deadline: PageDeadline): AsyncGenerator<Uint8Array> {
  const codings = (answer.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CONTENT_CODINGS) {
    throw unsupported(`The page is compressed ${codings.length} times; the limit is ${MAX_CONTENT_CODINGS}.`);
  }
  let stream: AsyncIterable<Uint8Array> = watched(answer, deadline);
  for (const coding of codings.reverse()) {
    const create = DECOMPRESSORS[coding];
    if (create !== undefined) stream = decompressed(stream, create);
    else if (coding === "deflate") stream = inflated(stream);
    else
      throw unsupported(
        `The page is compressed with '${coding.slice(0, 40)}'; only gzip, br and deflate are supported.`,
      );
  }
  yield* stream;
}

async function* watched(answer: Readable, deadline: PageDeadline): AsyncGenerator<Uint8Array> {
  const { signal } = deadline;
  const onAbort = () => answer.destroy(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      deadline.touch();
      yield chunk;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Decompresses on demand: the rest of a decompression bomb is never expanded. */
async function* decompressed(
  source: AsyncIterable<Uint8Array>,
  create: () => Transform,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  // Servers also declare a compression for an empty body.
  if (first.done === true) return;
  const transform = create();
  const feeding = (async () => {
    for await (const chunk of startingWith(first.value, iterator)) {
      if (transform.destroyed) return;
      if (!transform.write(chunk)) {
        await drained(transform);
      }
    }
    transform.end();
  })();
  feeding.catch((error: Error) => transform.destroy(error));
  // The consumer handles errors; one after the last read has no other listener.
  transform.on("error", () => {});
  try {
    yield* transform as AsyncIterable<Uint8Array>;
  } finally {
    // Feeding ends automatically with the connection: it may be waiting for a byte that never arrives.
    transform.destroy();
  }
}

/** Waits until a stream accepts more data, or is closed; removes its listeners. */
async function drained(stream: Transform): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/**
 * Decompresses `deflate`, which names two formats that servers both send: the first byte distinguishes them.
 */
async function* inflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
  const rest = startingWith(first.value, iterator);
  yield* decompressed(rest, () => (hasHeader ? createInflate() : createInflateRaw()));
}

/** Prepends the first chunk to the rest of an iterator. */
async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    if (at >= size) break;
    const part = chunk.subarray(0, size - at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(limit: number): ToolError {
  return new ToolError(
    `The page has more than ${limit} bytes, which is the limit. Read a smaller page, or download the file with a shell command.`,
    { code: "content-too-large" },
  );
}

function unsupported(message: string): ToolError {
  return new ToolError(`${message} Read another page.`, { code: "unsupported-content" });
}
