/** Formats a count with its noun: `1 line`, `2 lines`, `3 matches`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Formats a duration in seconds, rounded to a tenth, or below a second to two digits: `2.5 seconds`, `0.02 seconds`. */
export function inSeconds(durationMs: number): string {
  const seconds = durationMs / 1_000;
  return counted(Number(seconds < 1 ? seconds.toPrecision(2) : seconds.toFixed(1)), "second");
}
