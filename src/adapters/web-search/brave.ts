import type { WebSearchProvider } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, type ProviderOptions } from "./ask-provider.js";
import { hitsIn } from "./result-list.js";
import { headerKey, serviceUrl } from "./service-url.js";

/** Options of Brave Search. */
export interface BraveOptions extends ProviderOptions {
  /** The key of the service, sent in the header `X-Subscription-Token`. */
  readonly apiKey: string;
  /** Base URL. Default `https://api.search.brave.com`. */
  readonly url?: string | URL;
  /** Country of the results, as a country code: `DE`. Default: chosen by Brave. */
  readonly country?: string;
}

/** Hits that Brave returns per request. */
const MAX_COUNT = 20;

/** Longest query that Brave accepts, in characters and in words. */
const MAX_QUERY_LENGTH = 400;
const MAX_QUERY_WORDS = 50;

const OPTION_NAMES = {
  apiKey: true,
  url: true,
  country: true,
  fetch: true,
} as const satisfies KeysOf<BraveOptions>;

/**
 * Creates a search provider that uses the web search API of Brave.
 *
 * @example
 * const runtime = createToolRuntime({ webSearch: brave({ apiKey: process.env.BRAVE_API_KEY ?? "" }) });
 */
export function brave(options: BraveOptions): WebSearchProvider {
  requireOptions("brave", options, OPTION_NAMES);
  const { apiKey, url = "https://api.search.brave.com", country, fetch } = options;
  const key = headerKey(apiKey, "Brave Search");
  const base = serviceUrl(url, "res/v1/web/search");
  return {
    name: "Brave Search",
    async search({ query, maxResults, signal }) {
      const target = new URL(base);
      target.searchParams.set("q", fitting(query));
      target.searchParams.set("count", String(Math.min(maxResults, MAX_COUNT)));
      // Otherwise found words are wrapped in tags.
      target.searchParams.set("text_decorations", "false");
      if (country !== undefined) target.searchParams.set("country", country);
      const answer = await askProvider({
        provider: "Brave Search",
        url: target,
        headers: { "x-subscription-token": key },
        signal,
        fetch,
      });
      return hitsIn(answer, ["web", "results"], {
        provider: "Brave Search",
        snippet: "description",
        dates: ["page_age", "age"],
      }).slice(0, maxResults);
    },
  };
}

/** Shortens a query that Brave would refuse as a whole; its first words matter most. */
function fitting(query: string): string {
  return [...query.split(/\s+/).slice(0, MAX_QUERY_WORDS).join(" ")].slice(0, MAX_QUERY_LENGTH).join("");
}
