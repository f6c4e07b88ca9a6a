/** A piece of HTML source. */
export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open"; readonly name: string; readonly attributes: string }
  | { readonly type: "close"; readonly name: string };

/** Elements that hold no elements, and end nowhere. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** Elements whose content is no HTML: it ends at their own closing tag and nowhere else. */
const RAW_ELEMENTS = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
]);

const TAG_NAME = /\/?[a-z][^\s/>]*/iy;
const TAG_STOP = /[>"']/g;

/**
 * Cuts HTML into tags and text, in one pass that looks at each character a bounded number of times: it takes no longer for
 * a source that was made to be slow. Comments and declarations are passed over, and so is a tag that never ends.
 */
export function* htmlTokens(html: string): Generator<HtmlToken, void, undefined> {
  // A quote that is not closed is looked for in vain once, not once for each tag.
  const lastQuote = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") };
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start === -1) {
      yield { type: "text", text: html.slice(at) };
      return;
    }
    if (start > at) yield { type: "text", text: html.slice(at, start) };
    const next = html[start + 1];
    if (next === "!" || next === "?") {
      const isComment = html.startsWith("<!--", start);
      const end = isComment ? html.indexOf("-->", start + 4) : html.indexOf(">", start);
      if (end === -1) return;
      at = end + (isComment ? 3 : 1);
      continue;
    }
    TAG_NAME.lastIndex = start + 1;
    const found = TAG_NAME.exec(html)?.[0].toLowerCase();
    if (found === undefined) {
      yield { type: "text", text: "<" };
      at = start + 1;
      continue;
    }
    const nameEnd = start + 1 + found.length;
    const end = tagEnd(html, nameEnd, lastQuote);
    if (end === -1) return;
    at = end + 1;
    if (found.startsWith("/")) {
      yield { type: "close", name: found.slice(1) };
      continue;
    }
    yield { type: "open", name: found, attributes: html.slice(nameEnd, end) };
    if (!RAW_ELEMENTS.has(found)) continue;
    const closing = new RegExp(`</${found}(?=[\\s/>])`, "gi");
    closing.lastIndex = at;
    const stop = closing.exec(html)?.index ?? html.length;
    if (stop > at) yield { type: "text", text: html.slice(at, stop) };
    at = stop;
  }
}

/** Where the tag ends: the next `>` outside of quotes, or -1. */
function tagEnd(html: string, from: number, lastQuote: Readonly<Record<'"' | "'", number>>): number {
  TAG_STOP.lastIndex = from;
  for (;;) {
    const stop = TAG_STOP.exec(html);
    if (stop === null) return -1;
    const character = stop[0] as ">" | '"' | "'";
    if (character === ">") return stop.index;
    if (lastQuote[character] > stop.index) TAG_STOP.lastIndex = html.indexOf(character, stop.index + 1) + 1;
  }
}

/** Attributes of an element that are looked at; no page that is meant to be read has more. */
const MAX_ATTRIBUTES = 1_000;

const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The value of an attribute; the empty text for one without a value. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let count = 0;
  for (const [, found, double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (found?.toLowerCase() === name) return double ?? single ?? bare ?? "";
    count += 1;
    if (count === MAX_ATTRIBUTES) break;
  }
  return undefined;
}
