import type { RedisClient } from "bullmq";

/** The part of a socket that this is about. */
interface Corkable {
  cork(): void;
  uncork(): void;
  write(...chunk: unknown[]): boolean;
}

/**
 * Has a client send the commands of one turn in one write: a write costs more than what it carries. Order and answers stay as they
 * are. The pipelines of ioredis do the same, but each copies all scripts of its client first, and waits for the one before it.
 *
 * A client that shows no socket, as those that are not of ioredis, stays as it is.
 */
export function writeTogether(client: RedisClient): void {
  client.on("connect", () => {
    const { stream } = client as { readonly stream?: unknown };
    if (isCorkable(stream)) corkTurns(stream);
  });
}

function corkTurns(stream: Corkable): void {
  const write = stream.write.bind(stream);
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  stream.write = (...chunk) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      // After everything that waits for an answer which has come in this turn.
      process.nextTick(uncork);
    }
    return write(...chunk);
  };
}

function isCorkable(stream: unknown): stream is Corkable {
  return (
    typeof stream === "object" &&
    stream !== null &&
    ["cork", "uncork", "write"].every(
      (name) => typeof (stream as Record<string, unknown>)[name] === "function",
    )
  );
}
