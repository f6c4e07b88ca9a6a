import type { WebSearchProvider } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, type ProviderOptions } from "./ask-provider.js";
import { hitsIn } from "./result-list.js";
import { serviceUrl } from "./service-url.js";

/** Options of SearXNG. */
export interface SearxngOptions extends ProviderOptions {
  /** Address of the instance, for example on your own machine: `http://localhost:8888`. */
  readonly url: string | URL;
  /** Headers sent with each request, for an instance that requires a login. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Language of the results. Default: that of the instance. */
  readonly language?: string;
}

const OPTION_NAMES = {
  url: true,
  headers: true,
  language: true,
  fetch: true,
} as const satisfies KeysOf<SearxngOptions>;

/**
 * Creates a search provider that uses your own SearXNG; its settings must allow JSON (`search: formats: [html, json]`).
 *
 * @example
 * const runtime = createToolRuntime({ webSearch: searxng({ url: "http://localhost:8888" }) });
 */
export function searxng(options: SearxngOptions): WebSearchProvider {
  requireOptions("searxng", options, OPTION_NAMES);
  const { url, headers = {}, language, fetch } = options;
  const base = serviceUrl(url, "search");
  return {
    name: "SearXNG",
    async search({ query, maxResults, signal }) {
      const target = new URL(base);
      target.searchParams.set("q", query);
      target.searchParams.set("format", "json");
      if (language !== undefined) target.searchParams.set("language", language);
      const answer = await askProvider({
        provider: "SearXNG",
        url: target,
        headers,
        signal,
        advice: {
          403: "It does not return JSON: its operator must add json to search.formats in its settings.yml.",
        },
        fetch,
      });
      // It returns a page of results, however many were requested.
      return hitsIn(answer, ["results"], {
        provider: "SearXNG",
        snippet: "content",
        dates: ["publishedDate"],
      }).slice(0, maxResults);
    },
  };
}
