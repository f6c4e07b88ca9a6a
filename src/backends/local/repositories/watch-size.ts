import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds between two checks. */
const LOOK_INTERVAL_MS = 500;

/**
 * Checks the size of a transfer at intervals, and aborts it when it is too large.
 *
 * @returns the signal for the transfer, and the function that ends the watch
 */
export function watchSize(
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
): { readonly signal: AbortSignal; readonly exceeded: () => boolean; readonly stop: () => void } {
  const controller = new AbortController();
  let exceeded = false;
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const timer = setInterval(() => {
    void packSize(join(folder, ".git", "objects", "pack")).then((bytes) => {
      if (bytes <= maxBytes) return;
      exceeded = true;
      abort();
    });
  }, LOOK_INTERVAL_MS);
  timer.unref();
  return {
    signal: controller.signal,
    exceeded: () => exceeded,
    stop() {
      clearInterval(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}

async function packSize(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
