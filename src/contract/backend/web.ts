/** Format in which HTML is returned: Markdown of the readable content, its plain text, or the source. */
export type WebPageFormat = "markdown" | "text" | "html";

/** A page to fetch. */
export interface WebPageRequest {
  readonly url: string;
  /** Format for HTML; other text is returned unchanged. Default `"markdown"`. */
  readonly format?: WebPageFormat | undefined;
  /** Maximum milliseconds in total, excluding questions; the reader has its own limit. */
  readonly timeoutMs?: number | undefined;
  /** Whether a page cached by an earlier read may be returned. Default true. */
  readonly cached?: boolean;
  readonly signal: AbortSignal;
  /** Asked before a redirect to another host is followed. */
  readonly mayVisit: (host: string) => Promise<boolean>;
}

/** The content of a page. All of it is untrusted: it is controlled by the operator of the server. */
export type WebPage = {
  /** Where the content came from, after redirects. */
  readonly url: string;
  /** When it was fetched, in milliseconds since 1970; earlier than now for a cached page. */
  readonly fetchedAt: number;
  /** Sentences for the reader of the content: for example a wrong claim of the server. */
  readonly notes: readonly string[];
  /** Determined from the bytes if they identify it, otherwise as the server declares it. */
  readonly mediaType: string;
} & (
  | {
      /** HTML in the requested format, any other text unchanged; invisible characters are removed. */
      readonly type: "text";
      readonly title?: string;
      readonly text: string;
    }
  | {
      readonly type: "image" | "pdf";
      /** base64 without a `data:` prefix. */
      readonly data: string;
    }
);

/**
 * Fetches pages from the public web; never from this machine or its networks.
 *
 * Throws a `ToolError`: `invalid-url`, `blocked-address`, `permission-denied` (a redirect that `mayVisit` refused),
 * `too-many-redirects`, `http-error`, `network-error`, `unsupported-content`, `content-too-large`, `timeout` or `cancelled`.
 */
export interface PageReader {
  read(request: WebPageRequest): Promise<WebPage>;
}

/** One hit of a web search. Answers of a provider are untrusted: the tool validates and bounds them. */
export interface WebSearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** In the format of the provider. */
  readonly date?: string;
}

/** A search engine that the host provides. */
export interface WebSearchProvider {
  readonly name: string;
  search(request: {
    readonly query: string;
    readonly maxResults: number;
    readonly signal: AbortSignal;
  }): Promise<readonly WebSearchHit[]>;
}

/** The web as a tool sees it. Each part throws `not-supported` if the runtime does not have it. */
export interface Web {
  readonly pages: PageReader;
  readonly search: WebSearchProvider;
}
