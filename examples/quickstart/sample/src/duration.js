const MINUTES = { h: 60, m: 1 };

/** The minutes in a text such as "2h", "45m" or "1h 30m". */
export function parseDuration(text) {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([hm])/g)];
  if (parts.length === 0) {
    throw new RangeError(`Not a duration: ${JSON.stringify(text)}`);
  }
  let minutes = 0;
  for (const [, amount, unit] of parts) {
    minutes = Number(amount) * MINUTES[unit];
  }
  return Math.round(minutes);
}

/** Minutes as people write them: 90 is "1h 30m". */
export function formatDuration(minutes) {
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}
