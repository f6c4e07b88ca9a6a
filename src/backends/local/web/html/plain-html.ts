import { yieldToEventLoop } from "../../../../values/index.js";
import { hidesItself } from "./hidden-element.js";
import { type HtmlToken, htmlTokens, VOID_ELEMENTS } from "./html-tokens.js";

/** Content of a page in plain text or Markdown. */
export interface PlainPage {
  readonly title?: string;
  readonly text: string;
}

/** Elements without readable content, ignored with all their descendants. */
const UNREAD = new Set(
  "script style template noscript iframe object svg canvas math select datalist head noembed noframes dialog".split(
    " ",
  ),
);

/** Elements that start a line. */
const BLOCKS = new Set(
  "address article aside blockquote body br dd details div dl dt fieldset figcaption figure footer form header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Elements that may be left open: the next element of the same kind ends them. */
const SELF_CLOSING = new Set(["p", "li", "td", "th", "tr", "dd", "dt", "option"]);

const HEADING = /^h([1-6])$/;

/** Milliseconds of work after which the conversion yields to the event loop. */
const WORK_MS = 8;

/**
 * Takes the text out of HTML in one pass, with its headings, list items and, where wanted, links.
 *
 * It does not match elements, so it accepts anything: endless nesting, tags that never close, a truncated file.
 * Lets other work have its turn.
 */
export async function plainHtml(
  html: string,
  url: string,
  links: "links" | "no-links" = "links",
): Promise<PlainPage> {
  const writer = new PlainWriter(url, links);
  let restAt = performance.now() + WORK_MS;
  for (const tokens of htmlTokens(html)) {
    for (const token of tokens) writer.add(token);
    if (performance.now() < restAt) continue;
    writer.collect();
    await yieldToEventLoop();
    restAt = performance.now() + WORK_MS;
  }
  return writer.finish();
}

class PlainWriter {
  readonly #base: string;
  readonly #links: "links" | "no-links";
  /** Text of earlier iterations of the event loop: joining a million pieces at the end would block it. */
  readonly #collected: string[] = [];
  readonly #pieces: string[] = [];
  #title = "";
  #inTitle = false;
  #preformatted = 0;
  /** White space before the next text. */
  #gap: "" | " " | "\n" | "\n\n" = "";
  /** The element that is being skipped, and how many of its kind are open in it. */
  #skipped: { readonly name: string; depth: number } | undefined;
  #link: { readonly target: string; hasText: boolean } | undefined;

  constructor(base: string, links: "links" | "no-links") {
    this.#base = base;
    this.#links = links;
  }

  add(token: HtmlToken): void {
    if (token.type !== "text" && token.name === "title")
      this.#inTitle = token.type === "open" && this.#title === "";
    else if (token.type === "text" && this.#inTitle) this.#title += token.text;
    else if (this.#skipped !== undefined) this.#skip(token, this.#skipped);
    else if (token.type === "text") this.#addText(token.text);
    else if (token.type === "open") this.#open(token.name, token.attributes);
    else this.#close(token.name);
  }

  /** Joins the pieces that were added since the last call. */
  collect(): void {
    if (this.#pieces.length === 0) return;
    this.#collected.push(this.#pieces.join(""));
    this.#pieces.length = 0;
  }

  finish(): PlainPage {
    this.#endLink();
    this.collect();
    const title = this.#title.replace(/\s+/g, " ").trim();
    return { text: this.#collected.join(""), ...(title !== "" && { title }) };
  }

  #skip(token: HtmlToken, skipped: { readonly name: string; depth: number }): void {
    // The body starts even if the head was left open.
    const endsHead = skipped.name === "head" && token.type === "open" && token.name === "body";
    if (token.type === "text" || (token.name !== skipped.name && !endsHead)) return;
    const next = token.type === "open" && (endsHead || SELF_CLOSING.has(skipped.name));
    skipped.depth += token.type === "open" ? 1 : -1;
    if (!next && skipped.depth > 0) return;
    this.#skipped = undefined;
    if (next) this.add(token);
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    const isVoid = VOID_ELEMENTS.has(name);
    if (UNREAD.has(name) || hidesItself((attribute) => attributes.get(attribute))) {
      if (!isVoid) this.#skipped = { name, depth: 1 };
      return;
    }
    const level = name.match(HEADING)?.[1];
    if (level !== undefined) {
      this.#break("\n\n");
      this.#write(`${"#".repeat(Number(level))} `);
    } else if (name === "a") this.#openLink(attributes);
    else if (BLOCKS.has(name)) this.#openBlock(name);
  }

  #openBlock(name: string): void {
    this.#break(breakAround(name));
    if (name === "li") this.#write("- ");
    if (name === "pre") this.#preformatted += 1;
  }

  #close(name: string): void {
    if (name === "a") this.#endLink();
    else if (HEADING.test(name)) this.#break("\n\n");
    else if (BLOCKS.has(name)) {
      if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
      this.#break(breakAround(name));
    }
  }

  #openLink(attributes: ReadonlyMap<string, string>): void {
    this.#endLink();
    if (this.#links === "no-links") return;
    const target = absoluteLink(attributes.get("href") ?? "", this.#base);
    if (target !== undefined) this.#link = { target, hasText: false };
  }

  #endLink(): void {
    if (this.#link === undefined) return;
    // A link without text, for example around an image, is omitted.
    if (this.#link.hasText) this.#pieces.push(`](${this.#link.target})`);
    this.#link = undefined;
  }

  #addText(text: string): void {
    if (this.#preformatted > 0) {
      this.#write(text.replace(/\r\n?/g, "\n").replaceAll("\u00a0", " "));
      return;
    }
    const flat = text.replace(/\s+/g, " ");
    if (flat.startsWith(" ")) this.#break(" ");
    const words = flat.trim();
    if (words === "") return;
    this.#write(words);
    if (flat.endsWith(" ")) this.#break(" ");
  }

  #break(gap: " " | "\n" | "\n\n"): void {
    if (gap.length > this.#gap.length || (gap === "\n" && this.#gap === " ")) this.#gap = gap;
  }

  #write(text: string): void {
    if (this.#gap !== "" && this.#pieces.length + this.#collected.length > 0) this.#pieces.push(this.#gap);
    this.#gap = "";
    if (this.#link?.hasText === false) {
      this.#link.hasText = true;
      this.#pieces.push("[");
    }
    this.#pieces.push(text);
  }
}

/** Returns the absolute URL of a link if it is http or https. */
export function absoluteLink(target: string, base: string): string | undefined {
  if (target === "" || target.startsWith("#")) return undefined;
  try {
    const { protocol, href } = new URL(target, base);
    return protocol === "http:" || protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what separates a block from the text around it. */
function breakAround(name: string): "\n\n" | "\n" | " " {
  if (name === "p" || name === "pre" || name === "table") return "\n\n";
  return name === "td" || name === "th" ? " " : "\n";
}
