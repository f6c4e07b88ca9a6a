/** Formats a duration in seconds, with a tenth if there is one: `2.5 seconds`. */
export function inSeconds(durationMs: number): string {
  const count = Number((durationMs / 1_000).toFixed(1));
  return `${count} ${count === 1 ? "second" : "seconds"}`;
}
