import type { WebPage } from "../../../../contract/index.js";
import { CACHE_TTL_MS, MAX_CACHE_BYTES } from "../web-limits.js";

/** A fetched page, with the data needed to return it again. */
export interface FetchedPage {
  readonly page: WebPage;
  /** Targets of redirects, in order: a later reader must be allowed to visit them as well. */
  readonly redirectedTo: readonly string[];
  /** Milliseconds for which it may be cached; 0 for none. */
  readonly keepMs: number;
}

/** A cache of recent pages, bounded in time and size. */
export class PageCache {
  readonly #entries = new Map<string, FetchedPage & { readonly bytes: number; readonly until: number }>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string): FetchedPage | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#remove(key);
    if (entry.until <= this.#now()) return undefined;
    // Moved to the end: the first entry is the least recently used.
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    return entry;
  }

  set(key: string, fetched: FetchedPage): void {
    this.#remove(key);
    const { page, keepMs } = fetched;
    // A character of a text takes at most two bytes.
    const bytes = page.type === "text" ? page.text.length * 2 : page.data.length;
    if (keepMs <= 0 || bytes > MAX_CACHE_BYTES) return;
    this.#entries.set(key, { ...fetched, bytes, until: this.#now() + keepMs });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_CACHE_BYTES) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/**
 * Returns how long an answer may be cached: as its headers permit, at most 15 minutes.
 *
 * @param nowMs - milliseconds since 1970, for an `Expires` without a `Date`
 */
export function keepMsOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  nowMs: number,
): number {
  const control = String(headers["cache-control"] ?? "").toLowerCase();
  if (/\bno-(?:store|cache)\b|\bprivate\b/.test(control) || String(headers.vary ?? "").trim() === "*")
    return 0;
  const maxAge = control.match(/\bmax-age\s*=\s*"?(\d{1,10})/)?.[1];
  if (maxAge !== undefined) {
    // An intermediate cache has already kept it for a while.
    const ageSeconds = Number(String(headers.age ?? "").match(/^\d{1,10}$/)?.[0] ?? 0);
    return keptMs((Number(maxAge) - ageSeconds) * 1000);
  }
  if (/\bno-cache\b/i.test(String(headers.pragma ?? ""))) return 0;
  if (headers.expires === undefined) return CACHE_TTL_MS;
  const sentAt = Date.parse(String(headers.date ?? ""));
  // An invalid date, such as `0`, counts as expired.
  const until = /[a-z]{3}/i.test(String(headers.expires)) ? Date.parse(String(headers.expires)) : Number.NaN;
  return Number.isNaN(until) ? 0 : keptMs(until - (Number.isNaN(sentAt) ? nowMs : sentAt));
}

function keptMs(allowedMs: number): number {
  return Math.min(CACHE_TTL_MS, Math.max(0, allowedMs));
}
