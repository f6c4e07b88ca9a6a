/** Bytes of HTML that are searched for the name of its encoding, as browsers do. */
const META_BYTES = 1_024;

/** A text, with a note about assumptions made to decode it. */
export interface DecodedText {
  readonly text: string;
  readonly note?: string;
}

/**
 * Decodes a body as browsers do: by a byte order mark, else by the header, else by the HTML, else as UTF-8;
 * bytes that are not UTF-8 and have no named encoding are decoded as Windows-1252. Never fails.
 */
export function decodeText(
  bytes: Uint8Array,
  { contentType, isHtml }: { readonly contentType: string; readonly isHtml: boolean },
): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return { text: decoded(bytes, marked) ?? "" };
  const named = charsetIn(contentType) ?? (isHtml ? charsetOfHtml(bytes) : undefined);
  const known = named === undefined ? undefined : decoded(bytes, named);
  if (known !== undefined) return { text: known };
  const unknown =
    named === undefined ? "" : `The page specifies an unknown encoding, '${named.slice(0, 40)}'. `;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, ...(unknown !== "" && { note: `${unknown}It was read as UTF-8.` }) };
  } catch {
    return {
      text: decoded(bytes, "windows-1252") ?? "",
      note: `${unknown}The page is not in UTF-8 and was read as Windows-1252: some letters may be wrong.`,
    };
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

function charsetIn(contentType: string): string | undefined {
  return contentType.match(/charset\s*=\s*["']?([\w.:+-]+)/i)?.[1]?.toLowerCase();
}

function charsetOfHtml(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, META_BYTES));
  const named = start.match(/<meta\s[^>]{0,500}?charset\s*=\s*(?:["']\s*)?([\w.:+-]+)/i)?.[1]?.toLowerCase();
  // The name was readable, so the page is not in UTF-16.
  return named?.startsWith("utf-16") ? "utf-8" : named;
}

/** Decodes bytes; returns `undefined` for an encoding that this build of Node does not support. */
function decoded(bytes: Uint8Array, name: string): string | undefined {
  try {
    const decoder = new TextDecoder(name);
    const text = decoder.decode(bytes);
    return decoder.encoding === "windows-1252" ? withWindowsSigns(text) : text;
  } catch {
    return undefined;
  }
}

/** Characters of Windows-1252 from 0x80 to 0x9f; five are undefined. */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * Replaces the characters that some versions of Node decode as Latin-1: quotes and dashes become invisible
 * control characters there.
 */
function withWindowsSigns(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}
