/** Most parts of one reply, such as calls and texts: the agent loop accepts no more calls, and no model writes as many. */
const MAX_REPLY_PARTS = 10_000;

/**
 * Throws an error with the provider if the parts of a reply are too many. Called before the parts are converted, because a
 * conversion of 100,000 parts blocks the event loop.
 *
 * @param lists - the lists of parts; values that are not lists are not counted
 */
export function requireFewParts(provider: string, ...lists: readonly unknown[]): void {
  const parts = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (parts <= MAX_REPLY_PARTS) return;
  throw new Error(`${provider}: the reply has ${parts} parts; the limit is ${MAX_REPLY_PARTS}.`);
}
