import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ToolError } from "../../../../contract/index.js";
import { MAX_CONTENT_CODINGS } from "../web-limits.js";
import { failureOf } from "./open-page.js";
import type { PageDeadline } from "./page-deadline.js";

/** Bytes from the start of a body that tell what it is. */
export const HEAD_BYTES = 4_096;

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
};

/** What is read of a body, and how much of it may be. */
export interface BodyLimits {
  /** The most bytes that a body with this start may have, after decompression. */
  readonly maxBytes: (head: Uint8Array) => number;
}

/**
 * Reads the body of an answer: decompressed, and counted as it comes, whatever the server says about its length.
 *
 * Ends the connection in any case. A body that breaks off is an error, never half a page.
 *
 * @throws ToolError `content-too-large`, `unsupported-content`, `network-error`, and what the deadline says
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
  // The connection may have been ended by us, which ends the loop without an error.
  deadline.signal.throwIfAborted();
  if (!answer.complete) throw failureOf(new Error("the connection broke off"), url, deadline.signal);
  const body = joined(chunks, size);
  limit ??= maxBytes(body);
  if (size > limit) throw tooLarge(limit);
  return body;
}

/** The body without its compressions, last one first. */
async function* decoded(answer: IncomingMessage, deadline: PageDeadline): AsyncGenerator<Uint8Array> {
  const codings = (answer.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CONTENT_CODINGS) {
    throw unsupported(
      `The page is compressed ${codings.length} times; at most ${MAX_CONTENT_CODINGS} are undone.`,
    );
  }
  let stream: AsyncIterable<Uint8Array> = watched(answer, deadline);
  for (const coding of codings.reverse()) {
    const create = DECOMPRESSORS[coding];
    if (create !== undefined) stream = decompressed(stream, create);
    else if (coding === "deflate") stream = inflated(stream);
    else
      throw unsupported(
        `The page is compressed by '${coding.slice(0, 40)}', which is none of gzip, br and deflate.`,
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

/** Takes no more from the source than what is read of it makes necessary: the rest of a bomb is never unfolded. */
async function* decompressed(
  source: AsyncIterable<Uint8Array>,
  create: () => Transform,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  // Servers say that nothing is compressed, too.
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
  // Whoever iterates hears of errors; one that comes after the last read has nobody else.
  transform.on("error", () => {});
  try {
    yield* transform as AsyncIterable<Uint8Array>;
  } finally {
    // Feeding ends by itself when the connection does: it may be waiting for a byte that never comes.
    transform.destroy();
  }
}

/** Waits until a stream takes more, or is gone; leaves no listener behind. */
async function drained(stream: Transform): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/** `deflate` stands for two formats, and servers send either: the first byte tells. */
async function* inflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
  const rest = startingWith(first.value, iterator);
  yield* decompressed(rest, () => (hasHeader ? createInflate() : createInflateRaw()));
}

/** What was begun to be read, with what was read of it already. */
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
    `The page has more than ${limit} bytes, which is all that is read of one. Read a page with less on it, or download the file with a shell command.`,
    { code: "content-too-large" },
  );
}

function unsupported(message: string): ToolError {
  return new ToolError(`${message} Read another page.`, { code: "unsupported-content" });
}
