import type { Clock } from "../../../../contract/index.js";
import type { LanguageServer } from "./language-server.js";

/**
 * Milliseconds of silence after which published diagnostics count as complete. A server that took longer for
 * its first message gets the same time again, up to {@link SILENCE_MS}: on a busy machine it is equally slow
 * between two messages.
 */
export const SETTLE_MS = 300;

/**
 * Milliseconds of silence after which a server has nothing to publish for a file: many publish nothing when
 * nothing changed.
 */
export const SILENCE_MS = 1_500;

/** Options of the wait for published diagnostics. */
export interface SettleOptions {
  /** Files for which a message is expected. */
  readonly awaited: ReadonlySet<string>;
  /** Files that were opened just now: an empty first message about them is not the final one. */
  readonly isNew: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Waits until a server has published its diagnostics. Rejects when the signal is aborted. */
export function settle(
  server: LanguageServer,
  { awaited, isNew, signal, clock }: SettleOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const silent = new Set(awaited);
    const startedAt = clock.now();
    let firstWordMs: number | undefined;
    let timer: unknown;
    const finish = (end: () => void) => {
      clock.clearTimeout(timer);
      untie();
      signal.removeEventListener("abort", onAbort);
      end();
    };
    const onAbort = () => finish(() => reject(new Error("it did not finish publishing in time")));
    const wait = () => {
      clock.clearTimeout(timer);
      timer = clock.setTimeout(
        () => (server.isWorking ? wait() : finish(resolve)),
        silent.size === 0 ? Math.min(Math.max(SETTLE_MS, firstWordMs ?? 0), SILENCE_MS) : SILENCE_MS,
      );
    };
    const untie = server.onPublished((file) => {
      if (awaited.has(file)) firstWordMs ??= clock.now() - startedAt;
      if (!isNew.has(file) || server.known.of(file).length > 0) silent.delete(file);
      wait();
    });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else wait();
  });
}
