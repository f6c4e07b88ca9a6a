/** A page to fetch. */
export interface WebPageRequest {
  readonly url: string;
  /** Bytes of the text that is given back. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Asked before a redirect to another host is followed. */
  readonly mayVisit: (host: string) => Promise<boolean>;
}

/** What a page holds. */
export type WebPage = {
  /** Where the content came from, after redirects. */
  readonly url: string;
  /** When it was fetched: milliseconds since 1970; earlier than now for a page from the cache. */
  readonly fetchedAt: number;
} & (
  | {
      /** HTML as Markdown, anything else that is text as it is. */
      readonly type: "text";
      readonly title?: string;
      readonly text: string;
      /** Bytes of text that were left out, as far as they were read; 0 for a whole page. */
      readonly omittedBytes: number;
      readonly notes: readonly string[];
    }
  | { readonly type: "image" | "pdf"; readonly mediaType: string; readonly data: Uint8Array }
);

/** Fetches pages from the public web; never from this machine or its networks. Throws `ToolError`s. */
export interface PageReader {
  read(request: WebPageRequest): Promise<WebPage>;
}

/** One hit of a web search. What a provider answers is untrusted: the tool checks and bounds it. */
export interface WebSearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** As the provider writes it. */
  readonly date?: string;
}

/** A search engine that the host brings along. */
export interface WebSearchProvider {
  readonly name: string;
  search(request: {
    readonly query: string;
    readonly maxResults: number;
    readonly signal: AbortSignal;
  }): Promise<readonly WebSearchHit[]>;
}

/** The web as a tool sees it. Each part throws `not-supported` where the runtime has none. */
export interface Web {
  readonly pages: PageReader;
  readonly search: WebSearchProvider;
}
