/** Redirects that are followed; a sixth is refused. Browsers follow twenty, but no page that is meant to be read needs five. */
export const MAX_REDIRECTS = 5;

/** Milliseconds for a page from the first look-up to the last byte, questions not counted. */
export const PAGE_TIMEOUT_MS = 30_000;

/** Milliseconds that a caller may give a page at most; OpenCode's limit for its `timeout`. */
export const MAX_PAGE_TIMEOUT_MS = 120_000;

/** Milliseconds without a byte. */
export const IDLE_TIMEOUT_MS = 10_000;

/** Ports of web servers; any other one is a service that is no page. */
export const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Bytes of text that are read, after decompression: twenty times what a model is shown. */
export const MAX_TEXT_BYTES = 5 * 1024 ** 2;

/** Bytes of an image: in base64 it makes 5 MiB, the most that Anthropic's API takes of one. */
export const MAX_IMAGE_BYTES = 3_932_160;

/** Bytes of a PDF, as many as a file that is read may have. */
export const MAX_PDF_BYTES = 10_485_760;

/** Compressions one upon the other. Servers use one; each further one multiplies what a few bytes can become. */
export const MAX_CONTENT_CODINGS = 2;

/** Milliseconds that a server's `Retry-After` is waited for; a longer wait is the caller's to decide about. */
export const MAX_RETRY_WAIT_MS = 5_000;

/** Milliseconds for which a page is kept. */
export const CACHE_TTL_MS = 15 * 60_000;

/** Bytes of all pages that are kept. */
export const MAX_CACHE_BYTES = 16 * 1024 ** 2;

/** Characters of HTML that are converted; a longer source is reduced to its text, which takes no time worth mentioning. */
export const MAX_CONVERTED_CHARACTERS = 2 * 1024 ** 2;

/** Elements within elements that are converted: parsers and converters recurse, and no page that is meant to be read is deeper. */
export const MAX_CONVERTED_DEPTH = 400;

/** Milliseconds for a conversion, the start of its worker included. A page of 120 KB takes half a second on an idle machine. */
export const CONVERSION_TIMEOUT_MS = 15_000;

/** Megabytes of heap for a conversion. */
export const CONVERSION_HEAP_MB = 256;

/** Conversions at the same time; each is a thread with a heap of its own. */
export const MAX_CONVERSIONS = 2;
