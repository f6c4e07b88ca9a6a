import type { Clock } from "../../../../contract/index.js";
import type { LanguageServer } from "./language-server.js";

/**
 * Milliseconds without a word after which what a server published counts as complete. A server that took longer until its first
 * word gets as long again, but not more than {@link SILENCE_MS}: on a busy machine it is as slow between two words.
 */
export const SETTLE_MS = 300;

/** Milliseconds after which a server that says nothing of a file has nothing to say: many keep still when all stays as it was. */
export const SILENCE_MS = 1_500;

/** What is waited for. */
export interface SettleOptions {
  /** Files of which a word is expected. */
  readonly awaited: ReadonlySet<string>;
  /** Files that were opened just now: an empty first word about them is not the last one. */
  readonly isNew: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Waits until a server has published what it has to say. Rejects when the signal is aborted. */
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
    const onAbort = () => finish(() => reject(new Error("it did not come to rest in time")));
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
