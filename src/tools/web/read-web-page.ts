import { type ToolContext, ToolError, type WebPage, type WebPageFormat } from "../../contract/index.js";
import { boundaryBefore } from "../../text/index.js";
import {
  type NoticeFacts,
  type TextLimits,
  type TruncatedText,
  truncateText,
} from "../../truncation/index.js";
import { beforeLongStep, yieldToEventLoop } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { enclosableInSteps, envelopeEnds } from "./web-envelope.js";

/** Longest part of a URL that a message repeats. */
const MAX_SHOWN_LENGTH = 200;

/** Longest URL that is parsed (RFC 9110 recommends to accept 8,000): the parser needs 90 ms for 4,000,000 times `a@`. */
const MAX_URL_LENGTH = 8_192;

/** Characters of a page that are encoded at once. */
const PIECE_CHARACTERS = 1_048_576;

/** Most bytes of a page that are returned (Amp specification, read_web_page). */
export const MAX_WEB_PAGE_BYTES = 262_144;

/** A page to read. */
export interface ReadWebPageInput {
  readonly url: string;
  /** Conversion of HTML. Default `"markdown"`. */
  readonly format?: WebPageFormat | undefined;
  /** Milliseconds for the whole operation. Default: the reader's. */
  readonly timeoutMs?: number | undefined;
  /** Fetches the page even if it is cached. */
  readonly fresh?: boolean | undefined;
  /** Limits of the returned text. Default {@link MAX_WEB_PAGE_BYTES}. */
  readonly limits?: TextLimits | undefined;
}

/** Content of a page: a text in an envelope that marks it as untrusted, an image, or a PDF. */
export type ReadWebPageOutput = {
  /** Its URL after redirects. */
  readonly url: string;
  readonly mediaType: string;
  readonly notes: readonly string[];
} & (
  | {
      readonly type: "text";
      readonly title?: string;
      /** The envelope with the text in it. */
      readonly text: string;
      /** Facts for the truncation notice, if the page is longer than its limits. */
      readonly truncation?: NoticeFacts;
    }
  | { readonly type: "image" | "document"; readonly data: string; readonly name: string }
);

/**
 * Reads a page of the public web: HTML as Markdown, other text as it is, images and PDFs as parts.
 *
 * A redirect to another host is judged like a call that names it. Content beyond the limits is kept in the output
 * store. Errors: see `PageReader`; `permission-denied` for a redirect to a host that is not allowed.
 */
export const readWebPageOperation: Operation<ReadWebPageInput, ReadWebPageOutput> = {
  kind: "fetch",
  annotations: { readOnlyHint: true, openWorldHint: true },
  executionProfile: { resourceKeys: () => [] },
  facts: ({ url }) => ({ hosts: [webHost(url)] }),
  truncation: false,
  requires: ["web-pages"],
  async run({ url, format, timeoutMs, fresh, limits = { maxBytes: MAX_WEB_PAGE_BYTES } }, context) {
    const host = webHost(url);
    context.progress({ message: `Reading ${host}` });
    const page = await context.web.pages.read({
      url,
      signal: context.signal,
      mayVisit: (next) =>
        context.ask({ hosts: [next], kind: "fetch", reason: `The page at ${host} redirects to ${next}.` }),
      format,
      timeoutMs,
      ...(fresh === true && { cached: false }),
    });
    const { mediaType, notes } = page;
    const base = { url: page.url, mediaType, notes };
    if (page.type === "text") return { ...base, ...(await textOf(page, limits, context)) };
    return {
      ...base,
      type: page.type === "image" ? "image" : "document",
      data: page.data,
      name: lastName(page.url),
    };
  },
};

async function textOf(page: WebPage & { readonly type: "text" }, limits: TextLimits, context: ToolContext) {
  const { url, title, notes } = page;
  const { open, close } = envelopeEnds({ name: "web_page", attributes: { url, title }, notes });
  const content = page.text.trim() === "" ? "(The page has no text.)" : await enclosableInSteps(page.text);
  await beforeLongStep(content);
  const named = { type: "text", ...(title !== undefined && { title }) } as const;
  const shown = truncateText(content, limits);
  await beforeLongStep(content);
  if (!shown.truncated) return { ...named, text: `${open}${content}${close}` };
  const truncation = await keepWhole(`${open}${content}${close}\n`, shown, context);
  context.noteTruncation({
    omittedBytes: truncation.omittedBytes,
    omittedLines: truncation.omittedLines,
    ...(truncation.savedTo !== undefined && { savedTo: truncation.savedTo }),
  });
  return { ...named, text: `${open}${shown.text}${close}`, truncation };
}

async function keepWhole(whole: string, shown: TruncatedText, context: ToolContext): Promise<NoticeFacts> {
  const writer = context.outputs.open();
  for (let start = 0; start < whole.length; ) {
    const end = boundaryBefore(whole, start + PIECE_CHARACTERS);
    writer.append(new TextEncoder().encode(whole.slice(start, end)));
    start = end;
    await yieldToEventLoop();
  }
  const stored = await writer.finish();
  return {
    hit: shown.hit ?? "bytes",
    omittedBytes: shown.omittedBytes,
    omittedLines: shown.omittedLines,
    totalBytes: shown.totalBytes ?? 0,
    totalLines: shown.totalLines ?? 0,
    ...(stored.kept
      ? { savedTo: stored.path, notStoredBytes: stored.omittedBytes }
      : { notKept: stored.reason }),
  };
}

/** Returns the name of a page's file: the end of its path. */
function lastName(url: string): string {
  const { pathname, hostname } = new URL(url);
  return pathname.split("/").filter(Boolean).at(-1)?.slice(-100) ?? hostname;
}

/**
 * Returns the host of a URL as permission rules know it: lower case, punycode, without a port, a final dot or the
 * brackets of an address.
 *
 * @throws ToolError `invalid-url` if it has no host, so that no approval is requested for it
 */
function webHost(url: string): string {
  if (url.length > MAX_URL_LENGTH) {
    throw new ToolError(`The URL has ${url.length} characters; the limit is ${MAX_URL_LENGTH}.`, {
      code: "invalid-url",
    });
  }
  let hostname: string;
  try {
    hostname = new URL(url).hostname;
  } catch {
    hostname = "";
  }
  if (hostname !== "") return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  throw new ToolError(
    `'${url.slice(0, MAX_SHOWN_LENGTH)}' is not a valid URL of a web page. Use an absolute URL with its scheme: https://example.com/page.`,
    { code: "invalid-url" },
  );
}
