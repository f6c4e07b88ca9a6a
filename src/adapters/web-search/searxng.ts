import type { WebSearchProvider } from "../../contract/index.js";
import { askProvider, type ProviderOptions } from "./ask-provider.js";
import { hitsIn } from "./result-list.js";
import { serviceUrl } from "./service-url.js";

/** Which SearXNG to ask. */
export interface SearxngOptions extends ProviderOptions {
  /** Where it runs; your own machine will do: `http://localhost:8888`. */
  readonly url: string | URL;
  /** Sent with each request, for an instance behind a login. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: what the instance is set to. */
  readonly language?: string;
}

/**
 * Searches with a SearXNG of your own; its settings must allow JSON (`search: formats: [html, json]`).
 *
 * @example
 * const runtime = createToolRuntime({ webSearch: searxng({ url: "http://localhost:8888" }) });
 */
export function searxng({ url, headers = {}, language, fetch }: SearxngOptions): WebSearchProvider {
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
          403: "It does not give JSON: the person who runs it has to add json to search.formats in its settings.yml.",
        },
        ...(fetch !== undefined && { fetch }),
      });
      // It gives a page of results, however many were asked for.
      return hitsIn(answer, ["results"], {
        provider: "SearXNG",
        snippet: "content",
        dates: ["publishedDate"],
      }).slice(0, maxResults);
    },
  };
}
