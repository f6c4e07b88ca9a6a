import { isPythonPattern, looksAround } from "./python-pattern.js";

/** String formats that strict mode supports; any other one is refused. Source: the guide to structured outputs. */
export const STRICT_FORMATS: ReadonlySet<string> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
]);

/** Throws for a pattern that strict mode refuses. */
export function checkStrictPattern(pattern: unknown, at: string): void {
  if (typeof pattern !== "string" || (isPythonPattern(pattern) && !looksAround(pattern))) return;
  throw new Error(`${at} has the pattern ${JSON.stringify(pattern)}`);
}
