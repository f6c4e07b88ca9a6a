/** Bytes of HTML that are searched for the name of its encoding, as browsers do. */
const META_BYTES = 1_024;

/** A text, and what had to be assumed to read it. */
export interface DecodedText {
  readonly text: string;
  readonly note?: string;
}

/**
 * Decodes a body the way browsers do: a byte order mark wins, then the header, then what HTML says of itself, then UTF-8;
 * bytes that are no UTF-8 though nobody named another encoding are taken for Windows-1252. Never fails.
 */
export function decodeText(
  bytes: Uint8Array,
  { contentType, isHtml }: { readonly contentType: string; readonly isHtml: boolean },
): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return { text: decoderFor(marked)?.decode(bytes) ?? "" };
  const named = charsetIn(contentType) ?? (isHtml ? charsetOfHtml(bytes) : undefined);
  const decoder = named === undefined ? undefined : decoderFor(named);
  if (decoder !== undefined) return { text: decoder.decode(bytes) };
  const unknown = named === undefined ? "" : `The page names an unknown encoding, '${named.slice(0, 40)}'. `;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, ...(unknown !== "" && { note: `${unknown}It was read as UTF-8.` }) };
  } catch {
    const text = (decoderFor("windows-1252") ?? new TextDecoder()).decode(bytes);
    return {
      text,
      note: `${unknown}The page is not in UTF-8 and was read as Windows-1252: letters may be wrong.`,
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
  const named = start.match(/<meta\s[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:+-]+)/i)?.[1]?.toLowerCase();
  // That it could be read at all shows that it is not in UTF-16.
  return named?.startsWith("utf-16") ? "utf-8" : named;
}

/** Nothing for an encoding that this build of Node does not know. */
function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}
