import type { ChildProcess } from "node:child_process";

/** Milliseconds that a command's output may still arrive after the command itself has ended. */
const OUTPUT_DRAIN_MS = 250;

/**
 * Waits until the output pipes of an ended command are closed, but no longer than {@link OUTPUT_DRAIN_MS}: a
 * background grandchild can hold them indefinitely. Then destroys the pipes. Resolves with whether they
 * closed in time.
 */
export async function drainOutput(child: ChildProcess): Promise<boolean> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const open = () => streams.filter((stream) => !stream.closed);
  if (open().length === 0) return true;

  let timer: NodeJS.Timeout | undefined;
  const closed = Promise.all(
    open().map((stream) => new Promise<void>((resolve) => stream.once("close", () => resolve()))),
  ).then(() => true);
  const overdue = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      // Timers run before input in an iteration of the event loop. If the loop was busy, the output is still
      // unread: read it first.
      setImmediate(() => resolve(false));
    }, OUTPUT_DRAIN_MS);
  });
  const allClosed = await Promise.race([closed, overdue]);
  clearTimeout(timer);
  for (const stream of streams) {
    stream.removeAllListeners("data");
    stream.destroy();
  }
  return allClosed;
}
