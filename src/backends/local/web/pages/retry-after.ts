/**
 * Returns the milliseconds that a `Retry-After` header asks to wait, from seconds or a date; `undefined` for
 * any other value.
 *
 * @param nowMs - milliseconds since 1970
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  // The date parser would accept `-5` and `1.5` as years.
  const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
