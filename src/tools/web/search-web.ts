import { createQuietController, ToolError, type WebSearchHit } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { enclosable, envelopeEnds } from "./web-envelope.js";

/** Hits returned without a requested number. */
export const DEFAULT_WEB_SEARCH_RESULTS = 10;

/** Most hits returned: the number that providers return for one request. */
export const MAX_WEB_SEARCH_RESULTS = 20;

/** Longest query; providers accept less and report that themselves. */
const MAX_QUERY_LENGTH = 2_000;

/** Milliseconds for the answer of a provider, whether or not it respects the signal. */
const SEARCH_TIMEOUT_MS = 25_000;

/** Input of a web search. */
export interface SearchWebInput {
  readonly query: string;
  /** At least 1; limited to {@link MAX_WEB_SEARCH_RESULTS}. Default {@link DEFAULT_WEB_SEARCH_RESULTS}. */
  readonly maxResults?: number | undefined;
  /** Only hits of these hosts and their subdomains. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** No hits of these hosts and their subdomains. */
  readonly blockedHosts?: readonly string[] | undefined;
}

/** Result of a web search. */
export interface SearchWebOutput {
  readonly query: string;
  /** Name of the search engine. */
  readonly provider: string;
  /** Sanitised: http and https only, limited, one line each. */
  readonly hits: readonly WebSearchHit[];
  /** The hits in an envelope that marks them as untrusted. */
  readonly text: string;
}

/**
 * Searches the web with the host's provider.
 *
 * Its results are untrusted and sanitised. Errors: `invalid-input` for an empty query, `timeout`, and the errors of the
 * provider.
 */
export const searchWebOperation: Operation<SearchWebInput, SearchWebOutput> = {
  kind: "fetch",
  annotations: { readOnlyHint: true, openWorldHint: true },
  executionProfile: { resourceKeys: () => [] },
  facts: () => ({}),
  requires: ["web-search"],
  async run(input, context) {
    const query = input.query.trim();
    if (query === "") throw invalid("The query is empty. Pass the words to search for.");
    if (query.length > MAX_QUERY_LENGTH) {
      throw invalid(
        `The query has ${query.length} characters; at most ${MAX_QUERY_LENGTH} are allowed. Use fewer words.`,
      );
    }
    const asked = input.maxResults ?? DEFAULT_WEB_SEARCH_RESULTS;
    if (!Number.isFinite(asked) || asked < 1)
      throw invalid(`The number of results must be at least 1, not ${asked}.`);
    const maxResults = Math.min(Math.trunc(asked), MAX_WEB_SEARCH_RESULTS);
    const { allowedHosts, blockedHosts } = input;
    const isFiltered = Boolean(allowedHosts?.length || blockedHosts?.length);
    const provider = context.web.search;
    const found = await withTimeout(context.signal, (signal) =>
      // Filters remove hits: the remaining ones should still be enough.
      provider.search({ query, maxResults: isFiltered ? MAX_WEB_SEARCH_RESULTS : maxResults, signal }),
    );
    // Loaded by the first search only: loading the table of all entities takes milliseconds.
    const { shownHits } = await import("./search-hits.js");
    const hits = shownHits(found, {
      maxResults,
      ...(allowedHosts?.length && { allowedHosts }),
      ...(blockedHosts?.length && { blockedHosts }),
    });
    return { query, provider: provider.name, hits, text: textOf(query, hits) };
  },
};

function textOf(query: string, hits: readonly WebSearchHit[]): string {
  if (hits.length === 0) return "No results found. Try other words, or fewer of them.";
  const { open, close } = envelopeEnds({ name: "web_search_results", attributes: { query }, notes: [] });
  const rows = hits.map(({ title, url, snippet, date }, index) =>
    [
      `${index + 1}. ${title}`,
      url,
      ...(date === undefined ? [] : [date]),
      ...(snippet === "" ? [] : [snippet]),
    ].join("\n   "),
  );
  return `${open}${enclosable(rows.join("\n\n"))}${close}`;
}

/** Rejects with the signal or after a time, even if a provider ignores its signal. */
async function withTimeout<Value>(
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = createQuietController();
  let end: (reason: unknown) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
  });
  const onAbort = () => end(outer.reason);
  const timer = setTimeout(() => {
    const seconds = SEARCH_TIMEOUT_MS / 1000;
    end(
      new ToolError(`The search engine did not answer within ${seconds} seconds. Try again later.`, {
        code: "timeout",
        retryable: true,
      }),
    );
  }, SEARCH_TIMEOUT_MS);
  if (outer.aborted) onAbort();
  else outer.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", onAbort);
  }
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
