import type { RedisClient } from "bullmq";

/** The part of a socket that this is about. */
interface WritableSocket {
  readonly destroyed: boolean;
  readonly writableNeedDrain: boolean;
  write(...chunk: unknown[]): boolean;
  end(...chunk: unknown[]): unknown;
}

/** Bytes (of a text: UTF-16 code units) from which a command is written by itself: to copy it would cost more than a write. */
const LARGE_BYTES = 65_536;

/** Bytes that do not wait for the end of the turn: Redis works on them while the next ones are made. */
const FULL_BYTES = 8_192;

/**
 * Has a client send the commands of one turn in a few writes: a write costs more than what it carries. Order and answers stay as they
 * are. The pipelines of ioredis do the same, but each copies all scripts of its client first, and waits for the one before it.
 *
 * A client that shows no socket, as those that are not of ioredis, stays as it is.
 *
 * @returns sends what waits at once, for an answer that somebody waits for: Redis gives it when it has worked off all that came with it
 */
export function writeTogether(client: RedisClient): () => void {
  let flush = () => {};
  client.on("connect", () => {
    const { stream } = client as { readonly stream?: unknown };
    if (isSocket(stream)) flush = joinWrites(stream);
  });
  return () => flush();
}

/** Joined by hand and not corked: of corked pieces the socket makes a list for the system, which takes longer than one copy. */
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
    // What a lost connection had not sent yet its client sends again over the next one.
    if (!socket.destroyed) write(joined(chunks));
  };
  socket.write = (...given) => {
    const [chunk] = given;
    const isPiece = typeof chunk === "string" || chunk instanceof Uint8Array;
    if (!isPiece || given.length > 1 || chunk.length > LARGE_BYTES) {
      flush();
      return write(...given);
    }
    // After everything that waits for an answer which has come in this turn.
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
