import type { WebSearchProvider } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, type ProviderOptions } from "./ask-provider.js";
import { hitsIn } from "./result-list.js";
import { headerKey, serviceUrl } from "./service-url.js";

/** Options of Tavily. */
export interface TavilyOptions extends ProviderOptions {
  /** The key of the service. */
  readonly apiKey: string;
  /** Base URL. Default `https://api.tavily.com`. */
  readonly url?: string | URL;
  /** `advanced` finds more and costs twice as much. Default `"basic"`. */
  readonly depth?: "basic" | "advanced";
}

/** Hits that Tavily returns per request. */
const MAX_RESULTS = 20;

/** Longest query that Tavily accepts, in characters. */
const MAX_QUERY_LENGTH = 400;

/** Meaning of Tavily's own statuses. */
const ADVICE = {
  432: "The quota of its plan is used up: the operator of this agent must wait or change the plan.",
  433: "Its spending limit is reached: the operator of this agent must raise it.",
};

const OPTION_NAMES = {
  apiKey: true,
  url: true,
  depth: true,
  fetch: true,
} as const satisfies KeysOf<TavilyOptions>;

/**
 * Creates a search provider that uses Tavily.
 *
 * @example
 * const runtime = createToolRuntime({ webSearch: tavily({ apiKey: process.env.TAVILY_API_KEY ?? "" }) });
 */
export function tavily(options: TavilyOptions): WebSearchProvider {
  requireOptions("tavily", options, OPTION_NAMES);
  const { apiKey, url = "https://api.tavily.com", depth = "basic", fetch } = options;
  const key = headerKey(apiKey, "Tavily");
  const target = serviceUrl(url, "search");
  return {
    name: "Tavily",
    async search({ query, maxResults, signal }) {
      const answer = await askProvider({
        provider: "Tavily",
        url: target,
        headers: { authorization: `Bearer ${key}` },
        body: {
          query: [...query].slice(0, MAX_QUERY_LENGTH).join(""),
          max_results: Math.min(maxResults, MAX_RESULTS),
          search_depth: depth,
        },
        signal,
        advice: ADVICE,
        fetch,
      });
      return hitsIn(answer, ["results"], {
        provider: "Tavily",
        snippet: "content",
        dates: ["published_date"],
      }).slice(0, maxResults);
    },
  };
}
