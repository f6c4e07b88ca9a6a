import { beforeLongStep, createYield, yieldToEventLoop } from "../../../../values/index.js";

/** Bytes of HTML that are searched for the name of its encoding, as browsers do. */
const META_BYTES = 1_024;

/** A text, with a note about assumptions made to decode it. */
export interface DecodedText {
  readonly text: string;
  readonly note?: string;
}

/**
 * Decodes a body as browsers do: by a byte order mark, else by the header, else by the HTML, else as UTF-8;
 * bytes that are not UTF-8 and have no named encoding are decoded as Windows-1252. Never fails. Yields to the
 * event loop where characters are replaced one by one.
 */
export async function decodeText(
  bytes: Uint8Array,
  { contentType, isHtml }: { readonly contentType: string; readonly isHtml: boolean },
): Promise<DecodedText> {
  const marked = byteOrderMark(bytes);
  // The bytes were just joined; decoding them is one more step over all of them.
  await yieldToEventLoop();
  if (marked !== undefined) return { text: (await decoded(bytes, marked)) ?? "" };
  const named = charsetIn(contentType) ?? (isHtml ? charsetOfHtml(bytes) : undefined);
  const known = named === undefined ? undefined : await decoded(bytes, named);
  if (known !== undefined) return { text: known };
  const unknown =
    named === undefined ? "" : `The page specifies an unknown encoding, '${named.slice(0, 40)}'. `;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, ...(unknown !== "" && { note: `${unknown}It was read as UTF-8.` }) };
  } catch {
    return {
      text: (await decoded(bytes, "windows-1252")) ?? "",
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
async function decoded(bytes: Uint8Array, name: string): Promise<string | undefined> {
  let text: string;
  let encoding: string;
  try {
    const decoder = new TextDecoder(name);
    text = decoder.decode(bytes);
    encoding = decoder.encoding;
  } catch {
    return undefined;
  }
  await beforeLongStep(text);
  return encoding === "windows-1252" ? withWindowsSigns(text) : text;
}

/** Characters of Windows-1252 from 0x80 to 0x9f; five are undefined. */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Characters in which signs are replaced without a pause: a few milliseconds if all are signs. */
const PIECE_LENGTH = 32 * 1024;

/**
 * Replaces the characters that some versions of Node decode as Latin-1: quotes and dashes become invisible
 * control characters there.
 */
async function withWindowsSigns(text: string): Promise<string> {
  const pause = createYield();
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    const piece = text.slice(start, start + PIECE_LENGTH);
    pieces.push(piece.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign));
    await pause();
  }
  return pieces.join("");
}
