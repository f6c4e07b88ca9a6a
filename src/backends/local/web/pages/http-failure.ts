import { ToolError } from "../../../../contract/index.js";

/** Answers after which another try may go better. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

const ADVICE: Readonly<Record<number, string>> = {
  304: "It takes the page for known, though nobody said so. Read another page.",
  401: "The page takes a login. Read another page.",
  403: "The server does not let it be read. Read another page, or search for the same content elsewhere.",
  404: "There is no such page. Check the URL, or search the web for the page.",
  410: "The page is gone. Search the web for where it went.",
  429: "The server wants fewer requests.",
  451: "The page may not be shown here. Read another page.",
};

/** Longer waits are beyond any run of an agent, and mostly nonsense. */
const MAX_TOLD_WAIT_MS = 24 * 3_600_000;

/** What a server's refusal means for the model. */
export function httpFailure(url: URL, status: number, waitMs: number | undefined): ToolError {
  const retryable = PASSING.has(status);
  const advice =
    ADVICE[status] ?? (retryable ? "The server is in trouble." : "Check the URL, or read another page.");
  const isWorthTelling = waitMs !== undefined && waitMs > 0 && waitMs <= MAX_TOLD_WAIT_MS;
  const wait = isWorthTelling ? `in ${Math.ceil(waitMs / 1000)} seconds` : "later";
  return new ToolError(
    `${url.host} answered with status ${status}. ${advice}${retryable ? ` Try again ${wait}.` : ""}`,
    { code: "http-error", retryable },
  );
}
