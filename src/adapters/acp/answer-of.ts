import { ignoreRejection } from "../../contract/index.js";

/** Milliseconds to wait for a client that must not delay the end of a call. */
const MAX_WAIT_MS = 5_000;

/**
 * Returns the answer of a client, or `undefined` once the signal is aborted or the time is over: a client may never
 * answer. A later answer is ignored. Rejects if the client does so in time.
 */
export async function answerOf<Value>(
  asking: Promise<Value>,
  { signal, withinMs = MAX_WAIT_MS }: { readonly signal?: AbortSignal; readonly withinMs?: number },
): Promise<Value | undefined> {
  ignoreRejection(asking);
  if (signal?.aborted === true) return undefined;
  let end = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
    timer = setTimeout(end, withinMs);
    signal?.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([asking, given]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
