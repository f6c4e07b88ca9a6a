import { ToolError } from "../../../../contract/index.js";
import { counted } from "../../../../text/index.js";

/** Status codes after which a later attempt may succeed. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

const ADVICE: Readonly<Record<number, string>> = {
  304: "It assumes a cached copy, although none was announced. Read another page.",
  401: "The page requires a login. Read another page.",
  403: "The server denies access. Read another page, or search for the same content elsewhere.",
  404: "The page does not exist. Check the URL, or search the web for the page.",
  410: "The page was removed. Search the web for its new location.",
  429: "The server limits the rate of requests.",
  451: "The page is not available for legal reasons. Read another page.",
};

/** Longest wait that is reported; longer ones exceed any run of an agent, and are mostly wrong. */
const MAX_TOLD_WAIT_MS = 24 * 3_600_000;

/** Returns the error for a server's refusal, in words for the model. */
export function httpFailure(url: URL, status: number, waitMs: number | undefined): ToolError {
  const retryable = PASSING.has(status);
  const advice =
    ADVICE[status] ??
    (retryable ? "The server reports a temporary failure." : "Check the URL, or read another page.");
  const isWorthTelling = waitMs !== undefined && waitMs > 0 && waitMs <= MAX_TOLD_WAIT_MS;
  const wait = isWorthTelling ? `in ${counted(Math.ceil(waitMs / 1000), "second")}` : "later";
  return new ToolError(
    `${url.host} answered with status ${status}. ${advice}${retryable ? ` Try again ${wait}.` : ""}`,
    { code: "http-error", retryable },
  );
}
