import type { RedisClient } from "bullmq";

/** Part of a socket that this module uses. */
interface WritableSocket {
  readonly destroyed: boolean;
  readonly writableNeedDrain: boolean;
  write(...chunk: unknown[]): boolean;
  end(...chunk: unknown[]): unknown;
}

/**
 * Bytes (for text: UTF-16 code units) from which a command is written separately: copying it would cost more than a write.
 */
const LARGE_BYTES = 65_536;

/** Bytes that are sent before the end of the event-loop turn, so that Redis works on them meanwhile. */
const FULL_BYTES = 8_192;

/**
 * Makes a client send the commands of one event-loop turn in a few writes, because a write costs more than its content.
 * Order and answers stay the same. ioredis pipelines do this too, but each one first copies all scripts of its client and
 * waits for the previous pipeline.
 *
 * A client without an ioredis socket stays unchanged.
 *
 * @returns a function that sends waiting commands at once, for an answer that a caller waits for: Redis answers only after all commands of the same write
 */
export function writeTogether(client: RedisClient): () => void {
  let flush = () => {};
  client.on("connect", () => {
    const { stream } = client as { readonly stream?: unknown };
    if (isSocket(stream)) flush = joinWrites(stream);
  });
  return () => flush();
}

/**
 * Joins pieces by copying instead of corking: for corked pieces the socket builds a list for the system, which takes longer
 * than one copy.
 */
function joinWrites(socket: WritableSocket): () => void {
  const write = socket.write.bind(socket);
  const end = socket.end.bind(socket);
  let waiting: (string | Uint8Array)[] = [];
  let waitingLength = 0;
  const flush = () => {
    if (waiting.length === 0) return;
    const chunks = waiting;
    waiting = [];
    waitingLength = 0;
    // The client sends the unsent commands of a lost connection again over the next one.
    if (!socket.destroyed) write(joined(chunks));
  };
  socket.write = (...given) => {
    const [chunk] = given;
    const isPiece = typeof chunk === "string" || chunk instanceof Uint8Array;
    if (!isPiece || given.length > 1 || chunk.length > LARGE_BYTES) {
      flush();
      return write(...given);
    }
    // Runs after all callbacks of this turn that wait for an answer.
    if (waiting.length === 0) process.nextTick(flush);
    waiting.push(chunk);
    waitingLength += chunk.length;
    if (waitingLength >= FULL_BYTES) flush();
    return !socket.writableNeedDrain;
  };
  socket.end = (...given) => {
    flush();
    return end(...given);
  };
  return flush;
}

function joined(chunks: readonly (string | Uint8Array)[]): string | Uint8Array {
  const [first = ""] = chunks;
  if (chunks.length === 1) return first;
  if (chunks.every((chunk) => typeof chunk === "string")) return chunks.join("");
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
}

function isSocket(stream: unknown): stream is WritableSocket {
  return (
    typeof stream === "object" &&
    stream !== null &&
    ["write", "end"].every((name) => typeof (stream as Record<string, unknown>)[name] === "function")
  );
}
