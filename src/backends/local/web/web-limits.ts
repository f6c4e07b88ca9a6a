/**
 * Redirects that are followed; a sixth is refused. Browsers follow twenty, but real pages need fewer than
 * five.
 */
export const MAX_REDIRECTS = 5;

/** Milliseconds for a page from the first look-up to the last byte, without the time of questions. */
export const PAGE_TIMEOUT_MS = 30_000;

/** Largest time limit of a page that a caller may set; OpenCode's limit for its `timeout`. */
export const MAX_PAGE_TIMEOUT_MS = 120_000;

/** Milliseconds without received data. */
export const IDLE_TIMEOUT_MS = 10_000;

/** Ports of web servers; services on other ports are not pages. */
export const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Bytes of text that are read, after decompression: twenty times what a model receives. */
export const MAX_TEXT_BYTES = 5 * 1024 ** 2;

/** Bytes of an image: 5 MiB in base64, the limit of Anthropic's API. */
export const MAX_IMAGE_BYTES = 3_932_160;

/** Bytes of a PDF, the same limit as for a file. */
export const MAX_PDF_BYTES = 10_485_760;

/** Nested compressions. Servers use one; each further one multiplies the expansion. */
export const MAX_CONTENT_CODINGS = 2;

/** Longest wait for a server's `Retry-After`, in milliseconds; longer ones are left to the caller. */
export const MAX_RETRY_WAIT_MS = 5_000;

/** Milliseconds for which a page is cached. */
export const CACHE_TTL_MS = 15 * 60_000;

/** Bytes of all cached pages. */
export const MAX_CACHE_BYTES = 16 * 1024 ** 2;

/** Characters of HTML that are converted; a longer source is reduced to its text, which takes little time. */
export const MAX_CONVERTED_CHARACTERS = 2 * 1024 ** 2;

/** Depth of elements that are converted: parsers and converters recurse, and real pages are not deeper. */
export const MAX_CONVERTED_DEPTH = 400;

/**
 * Milliseconds for a conversion, including the start of its worker. A page of 120 KB takes half a second on
 * an idle machine.
 */
export const CONVERSION_TIMEOUT_MS = 15_000;

/** Megabytes of heap for a conversion. */
export const CONVERSION_HEAP_MB = 256;

/** Concurrent conversions; each is a thread with a separate heap. */
export const MAX_CONVERSIONS = 2;
