import type { ConnectionOptions, Queue, RedisClient, Worker } from "bullmq";
import { RECONNECTING } from "./redis-link.js";

/** Milliseconds allowed for closing a connection to Redis. */
export const GOODBYE_MS = 1_000;

/** Closes a BullMQ worker. BullMQ may wait for Redis while it closes; with `force` it does not. */
export async function closeWorker(worker: Worker, { force }: { readonly force: boolean }): Promise<void> {
  try {
    await worker.close(force);
  } catch {
    // The connection is already gone.
  }
}

/** Closes a queue, even one that cannot reach its Redis. */
export async function closeQueue(
  queue: Queue,
  client: RedisClient | undefined,
  connection: ConnectionOptions,
): Promise<void> {
  await withTimeout(queue.close(), GOODBYE_MS);
  // A connection that the host created is closed by the host.
  if (!("duplicate" in connection)) client?.disconnect();
}

/** Adds this adapter's retry options to connection options; a connection that the host created is used unchanged. */
export function reconnecting(connection: ConnectionOptions): ConnectionOptions {
  return "duplicate" in connection ? connection : { ...RECONNECTING, ...connection };
}

/** Waits until a promise settles, but at most `durationMs`; a rejection counts as settled. */
export async function withTimeout(work: Promise<unknown>, durationMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => {}),
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, durationMs);
    }),
  ]);
  clearTimeout(timer);
}
