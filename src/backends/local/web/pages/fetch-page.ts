import type { IncomingMessage } from "node:http";
import {
  type ToolError as Refusal,
  ToolError,
  type WebPage,
  type WebPageFormat,
} from "../../../../contract/index.js";
import { base64 } from "../../../../values/index.js";
import { plainHtml } from "../html/plain-html.js";
import {
  CONVERSION_TIMEOUT_MS,
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  MAX_REDIRECTS,
  MAX_RETRY_WAIT_MS,
} from "../web-limits.js";
import { type ContentKind, contentKind, mediaTypeOf } from "./content-kind.js";
import { decodeText } from "./decode-text.js";
import { markdownPage } from "./html-conversion.js";
import { httpFailure } from "./http-failure.js";
import { openPage, type Route } from "./open-page.js";
import { HEAD_BYTES, readBody } from "./page-body.js";
import { type FetchedPage, keepMsOf } from "./page-cache.js";
import type { PageDeadline } from "./page-deadline.js";
import { hostOf, pageUrl } from "./page-url.js";
import { visibleText } from "./visible-text.js";

/** Options of fetching a page. */
export interface FetchPageOptions {
  readonly route: Route;
  readonly ports: readonly number[];
  readonly maxTextBytes: number;
  readonly format: WebPageFormat;
  readonly deadline: PageDeadline;
  /** Called before a redirect to another host is followed; its time does not count. */
  readonly mayVisit: (host: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Fetches a page: follows redirects, each checked like the first URL, and converts the body to a form that a
 * model can read.
 */
export async function fetchPage(first: URL, options: FetchPageOptions): Promise<FetchedPage> {
  const { deadline, ports } = options;
  const redirectedTo: string[] = [];
  let url = first;
  for (let hops = 0; ; hops += 1) {
    const answer = await openPatiently(url, options);
    const target = redirectOf(answer, url);
    if (target === undefined) return { ...(await pageOf(answer, url, options)), redirectedTo };
    answer.destroy();
    deadline.stopWaiting();
    if (hops === MAX_REDIRECTS) {
      throw new ToolError(
        `'${first.host}' redirects more than ${MAX_REDIRECTS} times, most recently to ${shownUrl(target)}. Read the page by its own URL.`,
        { code: "too-many-redirects" },
      );
    }
    // Refused targets need no question.
    const next = redirectTarget(target, ports, url);
    const host = hostOf(next);
    if (!isSameSite(hostOf(url), host) && !redirectedTo.includes(host)) {
      if (!(await deadline.pausedFor(() => options.mayVisit(host)))) throw refusedRedirect(url, next);
      redirectedTo.push(host);
    }
    url = next;
  }
}

/** Returns the error for a page that redirects to a host that must not be visited. */
export function refusedRedirect(from: URL, to: URL): Refusal {
  return new ToolError(
    `${from.host} redirects to ${to.host}, which was not allowed. If you need that page, read it by its own URL: ${shownUrl(to.href)}`,
    { code: "permission-denied" },
  );
}

/**
 * Returns whether two hosts differ only by a leading `www.`, which needs no question: other related names do
 * not prove the same owner.
 */
function isSameSite(one: string, other: string): boolean {
  return one.replace(/^www\./, "") === other.replace(/^www\./, "");
}

/** Opens a page, and tries once more if the server asks for a short wait. */
async function openPatiently(url: URL, { route, deadline, now }: FetchPageOptions): Promise<IncomingMessage> {
  for (let isLast = false; ; isLast = true) {
    const answer = await openPage(url, route, deadline);
    const status = answer.statusCode ?? 0;
    if (isPageOrRedirect(status)) return answer;
    answer.destroy();
    const waitMs = retryAfterMs(answer.headers["retry-after"], now());
    const worthIt = waitMs !== undefined && waitMs <= Math.min(MAX_RETRY_WAIT_MS, deadline.leftMs / 2);
    if (isLast || !worthIt || (status !== 429 && status !== 503)) throw httpFailure(url, status, waitMs);
    await deadline.sleep(waitMs);
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Returns the target of a redirect; `undefined` for any other answer. */
function redirectOf(answer: IncomingMessage, url: URL): string | undefined {
  const { statusCode = 0, headers } = answer;
  if (!REDIRECTS.includes(statusCode)) return undefined;
  const target = headers.location?.trim();
  if (target !== undefined && target !== "") return target;
  answer.destroy();
  throw new ToolError(
    `${url.host} answered with status ${statusCode}, a redirect, but does not state its target. Check the URL, or search the web for the page.`,
    { code: "http-error" },
  );
}

/** Returns whether an answer is a page or a redirect. Status 300 includes a page that lists the choices. */
function isPageOrRedirect(status: number): boolean {
  return (status >= 200 && status <= 300) || REDIRECTS.includes(status);
}

function redirectTarget(target: string, ports: readonly number[], base: URL): URL {
  try {
    return pageUrl(target, ports, base);
  } catch (error) {
    if (!ToolError.isInstance(error) || error.code !== "invalid-url") throw error;
    throw new ToolError(
      `${base.host} redirects to ${shownUrl(target)}, which cannot be read. ${error.message}`,
      {
        code: "invalid-url",
        cause: error,
      },
    );
  }
}

/** Returns a server's text in a form that is safe in a message. */
function shownUrl(text: string): string {
  return `'${text.replace(/[^\x21-\x7e]/g, "?").slice(0, 300)}'`;
}

async function pageOf(
  answer: IncomingMessage,
  url: URL,
  options: FetchPageOptions,
): Promise<Omit<FetchedPage, "redirectedTo">> {
  const { deadline, maxTextBytes, now } = options;
  const contentType = answer.headers["content-type"] ?? "";
  const body = await readBody(answer, url, deadline, {
    maxBytes: (head) => {
      const kind = contentKind(head, contentType);
      if (kind.type === "binary") throw binary(url, kind);
      return kind.type === "image" ? MAX_IMAGE_BYTES : kind.type === "pdf" ? MAX_PDF_BYTES : maxTextBytes;
    },
  });
  const kind = contentKind(body.subarray(0, HEAD_BYTES), contentType);
  const base = { url: url.href, fetchedAt: now(), mediaType: kind.mediaType };
  const said = mediaTypeOf(contentType);
  const notes: string[] = [];
  if (kind.mediaType !== said && contentType !== "" && said !== "application/octet-stream") {
    notes.push(`The server declares ${said}, but the content is ${kind.mediaType}.`);
  }
  const page: WebPage =
    kind.type === "image" || kind.type === "pdf"
      ? { ...base, notes, type: kind.type, data: base64(body) }
      : {
          ...base,
          ...(await textOf(body, { contentType, isHtml: kind.type === "html", notes, url }, options)),
        };
  deadline.signal.throwIfAborted();
  return { page, keepMs: keepMsOf(answer.headers, now()) };
}

async function textOf(
  body: Uint8Array,
  as: {
    readonly contentType: string;
    readonly isHtml: boolean;
    readonly notes: readonly string[];
    readonly url: URL;
  },
  { format, deadline }: FetchPageOptions,
) {
  const { notes, url } = as;
  const decoded = await decodeText(body, as);
  const known = decoded.note === undefined ? notes : [...notes, decoded.note];
  if (!as.isHtml || format === "html") {
    return { type: "text", text: await visibleText(decoded.text), notes: known } as const;
  }
  if (format === "text") {
    const { title, text } = await plainHtml(decoded.text, url.href, "no-links");
    return {
      type: "text",
      text: await visibleText(text),
      notes: known,
      ...(title !== undefined && { title: await visibleText(title) }),
    } as const;
  }
  const { note, ...page } = await markdownPage(decoded.text, url.href, {
    signal: deadline.signal,
    // The other half of the time is reserved for the plain text.
    timeoutMs: Math.min(CONVERSION_TIMEOUT_MS, deadline.leftMs / 2),
  });
  return { type: "text", ...page, notes: note === undefined ? known : [...known, note] } as const;
}

function binary(url: URL, { mediaType }: ContentKind): ToolError {
  return new ToolError(
    `${url.host} sent a binary file (${mediaType}), not a page, image (PNG, JPEG, GIF, WebP) or PDF. Download it with a shell command if you need it.`,
    { code: "unsupported-content" },
  );
}

/**
 * Returns the milliseconds that a `Retry-After` header asks to wait, from seconds or a date; `undefined` for
 * any other value.
 *
 * @param nowMs - milliseconds since 1970
 */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  // The date parser would accept `-5` and `1.5` as years.
  const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
