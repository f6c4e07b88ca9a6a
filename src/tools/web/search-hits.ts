import { decodeHTMLStrict } from "entities/decode";
import type { WebSearchHit } from "../../contract/index.js";
import { ellipsized, HIDDEN_CHARACTERS } from "../../text/index.js";

/** UTF-16 code units of a hit's title that are shown. */
const MAX_TITLE_LENGTH = 200;
const MAX_SNIPPET_LENGTH = 1_000;
const MAX_DATE_LENGTH = 40;

/** Longest URL that is shown: longer ones are unreadable and often malicious. */
const MAX_URL_LENGTH = 2_048;

/**
 * Factor of a text's limit up to which it is processed, so that a snippet of megabytes costs nothing; it allows for
 * markup.
 */
const INSPECTED_HITS = 8;

/**
 * Invisible characters that a model would read, line ends and control characters: a hit has one line for each field.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Markup tags, which providers use to highlight words. */
const TAG = /<\/?[a-z!][^<>]{0,200}>/gi;

/** Filter of hits by host, each including its subdomains. */
export interface HitFilter {
  readonly maxResults: number;
  readonly allowedHosts?: readonly string[];
  readonly blockedHosts?: readonly string[];
}

/**
 * Converts a provider's results into hits that can be shown: http and https only, each page once, every text one line
 * of limited length without markup and invisible characters. Invalid hits are dropped.
 */
export function shownHits(
  hits: unknown,
  { maxResults, allowedHosts, blockedHosts }: HitFilter,
): WebSearchHit[] {
  const shown: WebSearchHit[] = [];
  const seen = new Set<string>();
  for (const hit of Array.isArray(hits) ? (hits as readonly unknown[]) : []) {
    if (shown.length >= maxResults) break;
    if (typeof hit !== "object" || hit === null) continue;
    const { title, url, snippet, date } = hit as Partial<Record<keyof WebSearchHit, unknown>>;
    const page = pageOf(url);
    if (page === undefined || seen.has(page.href)) continue;
    if (allowedHosts !== undefined && !allowedHosts.some((host) => isBelow(page.hostname, host))) continue;
    if (blockedHosts?.some((host) => isBelow(page.hostname, host))) continue;
    seen.add(page.href);
    const day = plainLine(date, MAX_DATE_LENGTH);
    shown.push({
      title: plainLine(title, MAX_TITLE_LENGTH) || page.hostname,
      url: page.href,
      snippet: plainLine(snippet, MAX_SNIPPET_LENGTH),
      ...(day !== "" && { date: day }),
    });
  }
  return shown;
}

function pageOf(url: unknown): URL | undefined {
  if (typeof url !== "string" || url.length > MAX_URL_LENGTH) return undefined;
  try {
    const page = new URL(url);
    const isWeb = page.protocol === "http:" || page.protocol === "https:";
    return isWeb && page.username === "" && page.password === "" ? page : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a host is the domain or a subdomain; `example.com` does not include `badexample.com`. */
function isBelow(host: string, domain: string): boolean {
  const name = domain
    .toLowerCase()
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  const own = host.replace(/\.$/, "");
  return name !== "" && (own === name || own.endsWith(`.${name}`));
}

function plainLine(text: unknown, maxLength: number): string {
  if (typeof text !== "string") return "";
  const plain = decodeHTMLStrict(text.slice(0, maxLength * INSPECTED_HITS).replace(TAG, ""))
    .replace(UNSEEN, " ")
    .replace(HIDDEN_CHARACTERS, "")
    .replace(/\s+/g, " ")
    .trim();
  return ellipsized(plain, maxLength);
}
