import { decodeHTMLStrict } from "entities/decode";
import type { WebSearchHit } from "../../contract/index.js";
import { ellipsized, HIDDEN_CHARACTERS } from "../../text/index.js";

/** How much of a hit is shown, in UTF-16 code units. */
const MAX_TITLE_LENGTH = 200;
const MAX_SNIPPET_LENGTH = 1_000;
const MAX_DATE_LENGTH = 40;

/** A longer URL is one that nobody can read, and mostly a trap. */
const MAX_URL_LENGTH = 2_048;

/** Units of a text that are looked at, so that a snippet of megabytes costs nothing; markup takes its share. */
const LOOKED_AT = 8;

/** What nobody sees but a model reads, line ends and control characters: a hit is one line of each. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Tags of the markup that providers mark found words with, and any other. */
const TAG = /<\/?[a-z!][^<>]{0,200}>/gi;

/** Which hits are wanted: hosts by name, each with all below it. */
export interface HitFilter {
  readonly maxResults: number;
  readonly allowedHosts?: readonly string[];
  readonly blockedHosts?: readonly string[];
}

/**
 * Makes of what a provider answers what can be shown: http and https only, each page once, every text one line of bounded
 * length without markup and without characters that nobody sees. What is no hit at all is left out.
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

/** Whether a host is the domain or one below it; `example.com` is no part of `badexample.com`. */
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
  const plain = decodeHTMLStrict(text.slice(0, maxLength * LOOKED_AT).replace(TAG, ""))
    .replace(UNSEEN, " ")
    .replace(HIDDEN_CHARACTERS, "")
    .replace(/\s+/g, " ")
    .trim();
  return ellipsized(plain, maxLength);
}
