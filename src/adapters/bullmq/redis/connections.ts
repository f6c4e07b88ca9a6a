import type { ConnectionOptions, Queue, RedisClient, Worker } from "bullmq";
import { RECONNECTING } from "./redis-link.js";
import { withTimeout } from "./with-timeout.js";

/** Milliseconds that a goodbye to Redis may take. */
export const GOODBYE_MS = 1_000;

/** BullMQ may wait for Redis when it closes; a worker that is closed for good does not. */
export async function closeWorker(worker: Worker, { force }: { readonly force: boolean }): Promise<void> {
  try {
    await worker.close(force);
  } catch {
    // The connection is gone, and with it what there was to close.
  }
}

/** Closes a queue, also one that cannot say goodbye to its Redis. */
export async function closeQueue(
  queue: Queue,
  client: RedisClient | undefined,
  connection: ConnectionOptions,
): Promise<void> {
  await withTimeout(queue.close(), GOODBYE_MS);
  // A connection of the host's own is the host's to close.
  if (!("duplicate" in connection)) client?.disconnect();
}

/** A connection that the host made is used as it is; options of one get the patience of this adapter. */
export function reconnecting(connection: ConnectionOptions): ConnectionOptions {
  return "duplicate" in connection ? connection : { ...RECONNECTING, ...connection };
}
