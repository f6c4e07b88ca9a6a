import type { WebSearchProvider } from "../../contract/index.js";
import { askProvider, type ProviderOptions } from "./ask-provider.js";
import { hitsIn } from "./result-list.js";
import { headerKey, serviceUrl } from "./service-url.js";

/** How to ask Brave Search. */
export interface BraveOptions extends ProviderOptions {
  readonly apiKey: string;
  /** Default `https://api.search.brave.com`. */
  readonly url?: string | URL;
  /** Where results are to come from, as a country code: `DE`. Default: up to Brave. */
  readonly country?: string;
}

/** Hits that Brave gives for a request. */
const MAX_COUNT = 20;

/** The most that Brave takes of a query, in characters and in words. */
const MAX_QUERY_LENGTH = 400;
const MAX_QUERY_WORDS = 50;

/**
 * Searches with the web search API of Brave.
 *
 * @example
 * const runtime = createToolRuntime({ webSearch: brave({ apiKey: process.env.BRAVE_API_KEY ?? "" }) });
 */
export function brave({
  apiKey,
  url = "https://api.search.brave.com",
  country,
  fetch,
}: BraveOptions): WebSearchProvider {
  const key = headerKey(apiKey, "Brave Search");
  const base = serviceUrl(url, "res/v1/web/search");
  return {
    name: "Brave Search",
    async search({ query, maxResults, signal }) {
      const target = new URL(base);
      target.searchParams.set("q", fitting(query));
      target.searchParams.set("count", String(Math.min(maxResults, MAX_COUNT)));
      // Words that were found come in tags otherwise.
      target.searchParams.set("text_decorations", "false");
      if (country !== undefined) target.searchParams.set("country", country);
      const answer = await askProvider({
        provider: "Brave Search",
        url: target,
        headers: { "x-subscription-token": key },
        signal,
        ...(fetch !== undefined && { fetch }),
      });
      return hitsIn(answer, ["web", "results"], {
        provider: "Brave Search",
        snippet: "description",
        dates: ["page_age", "age"],
      }).slice(0, maxResults);
    },
  };
}

/** A longer query would be refused whole; its first words say the most. */
function fitting(query: string): string {
  return [...query.split(/\s+/).slice(0, MAX_QUERY_WORDS).join(" ")].slice(0, MAX_QUERY_LENGTH).join("");
}
