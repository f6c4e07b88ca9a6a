/** What HTML is given as: Markdown of what there is to read, its plain text, or the source. */
export type WebPageFormat = "markdown" | "text" | "html";

/** A page to fetch. */
export interface WebPageRequest {
  readonly url: string;
  /** What becomes of HTML; other text stays as it is. Default `"markdown"`. */
  readonly format?: WebPageFormat;
  /** Milliseconds for all of it, questions not counted; the reader has a limit of its own. */
  readonly timeoutMs?: number;
  /** Whether a page that was kept from an earlier read will do. Default true. */
  readonly cached?: boolean;
  readonly signal: AbortSignal;
  /** Asked before a redirect to another host is followed. */
  readonly mayVisit: (host: string) => Promise<boolean>;
}

/** What a page holds. All of it is untrusted: it comes from whoever runs the server. */
export type WebPage = {
  /** Where the content came from, after redirects. */
  readonly url: string;
  /** When it was fetched: milliseconds since 1970; earlier than now for a page that was kept. */
  readonly fetchedAt: number;
  /** What a reader of the content should know, in sentences: a claim of the server that is not true, for example. */
  readonly notes: readonly string[];
  /** As the bytes show it to be where they show it, else as the server says. */
  readonly mediaType: string;
} & (
  | {
      /** HTML in the format that was asked for, anything else that is text as it is; without characters that nobody sees. */
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
