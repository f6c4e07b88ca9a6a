/** The type of a body. */
export type ContentKind =
  | { readonly type: "image" | "pdf" | "html" | "text"; readonly mediaType: string }
  | { readonly type: "binary"; readonly mediaType: string };

/** Signatures of the binary formats that models can read. */
const SIGNATURES: readonly (readonly [type: "image" | "pdf", mediaType: string, signature: RegExp])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  ["image", "image/png", /^\x89PNG\r\n\x1a\n/],
  ["image", "image/jpeg", /^\xff\xd8\xff/],
  ["image", "image/gif", /^GIF8[79]a/],
  ["image", "image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["pdf", "application/pdf", /^%PDF-/],
];

/** The start of HTML without a content type, after comments and white space. */
const HTML_START =
  /^(?:\s|<!--[^-]*(?:-(?!->)[^-]*)*-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html|head|body|title|meta|script|div|table|h1|p)[\s>]/i;

const HTML_TYPES = ["text/html", "application/xhtml+xml"];

/** Share of characters outside text above which a body counts as binary. */
const MAX_STRANGE_SHARE = 0.1;

/** Control characters, except those that occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRANGE = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/g;

/**
 * Determines the type of a body by its first bytes, and by the header if they are inconclusive: a server's
 * header alone proves nothing.
 *
 * @param head - the start of the body
 * @param contentType - the header
 */
export function contentKind(head: Uint8Array, contentType: string): ContentKind {
  const said = mediaTypeOf(contentType);
  const letters = latin1(head);
  for (const [type, mediaType, signature] of SIGNATURES) {
    if (signature.test(letters)) return { type, mediaType };
  }
  // Text in UTF-16 is half zero bytes.
  const wide =
    /^(?:\xff\xfe|\xfe\xff)/.test(letters) || /charset\s*=\s*["']?utf-?(?:16|32)/i.test(contentType);
  if (!wide && isBinary(letters)) return { type: "binary", mediaType: said };
  if (HTML_TYPES.includes(said)) return { type: "html", mediaType: said };
  if (saysText(said)) return { type: "text", mediaType: said };
  return HTML_START.test(wide ? letters.replaceAll("\0", "") : letters.replace(/^\xef\xbb\xbf/, ""))
    ? { type: "html", mediaType: "text/html" }
    : { type: "text", mediaType: "text/plain" };
}

/**
 * Returns the media type of a `content-type` header, without parameters; `application/octet-stream` if there
 * is none.
 */
export function mediaTypeOf(contentType: string): string {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

function saysText(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") || /[/+](?:json|xml|yaml|javascript|ecmascript|toml|x-sh)$/.test(mediaType)
  );
}

function isBinary(letters: string): boolean {
  if (letters.includes("\0")) return true;
  return (letters.match(STRANGE)?.length ?? 0) > letters.length * MAX_STRANGE_SHARE;
}

/** Decodes each byte to one character. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
