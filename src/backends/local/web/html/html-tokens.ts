import { decodeHTML } from "entities/decode";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** A token of HTML source. Entities in its text and in the values of its attributes are decoded. */
export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "open";
      readonly name: string;
      /**
       * The first {@link MAX_ATTRIBUTES} attributes by name; an attribute without a value has the empty text.
       */
      readonly attributes: ReadonlyMap<string, string>;
      /** The source between the name of the element and the end of the tag. */
      readonly source: string;
    }
  | { readonly type: "close"; readonly name: string };

/** Elements without content and without a closing tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** Attributes of an element that are read; pages for readers have fewer. */
const MAX_ATTRIBUTES = 1_000;

/** UTF-16 code units of the source that are read at once: about a millisecond of work. */
const CHUNK_LENGTH = 32_768;

/**
 * Splits HTML into tags and text with the tokenizer of htmlparser2, in linear time. Omits comments,
 * declarations, and tags without an end.
 *
 * Yields the tokens of one chunk of the source at a time, so that a caller can do other work in between. Text
 * is split at the end of a chunk, never inside a line break.
 */
export function* htmlTokens(html: string): Generator<readonly HtmlToken[], void, undefined> {
  const collector = new TokenCollector(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, collector);
  for (let start = 0; start < html.length; ) {
    const end = start + CHUNK_LENGTH;
    const next = html[end - 1] === "\r" ? end + 1 : end;
    tokenizer.write(html.slice(start, next));
    yield collector.takeTokens();
    start = next;
  }
  tokenizer.end();
  yield collector.takeTokens();
}

/** Builds tokens from the positions that the tokenizer reports. */
class TokenCollector implements TokenizerCallbacks {
  #tokens: HtmlToken[] = [];
  #text = "";
  /** Element of the last opening tag; empty after a closing one. */
  #name = "";
  #sourceStart = 0;
  #attributes = new Map<string, string>();
  #attributeName = "";
  #attributeValue = "";

  constructor(private readonly html: string) {}

  takeTokens(): readonly HtmlToken[] {
    this.#endText();
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens;
  }

  ontext(start: number, end: number): void {
    this.#text += this.html.slice(start, end);
  }

  ontextentity(code: number): void {
    this.#text += String.fromCodePoint(code);
  }

  onopentagname(start: number, end: number): void {
    this.#endText();
    this.#name = this.html.slice(start, end).toLowerCase();
    this.#sourceStart = end;
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.html.slice(start, end).toLowerCase();
    this.#attributeValue = "";
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue += this.html.slice(start, end);
  }

  onattribentity(code: number): void {
    this.#attributeValue += String.fromCodePoint(code);
  }

  onattribend(): void {
    if (this.#attributes.size >= MAX_ATTRIBUTES || this.#attributes.has(this.#attributeName)) return;
    this.#attributes.set(this.#attributeName, this.#attributeValue);
  }

  onopentagend(end: number): void {
    const source = this.html.slice(this.#sourceStart, end);
    this.#tokens.push({ type: "open", name: this.#name, attributes: this.#attributes, source });
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    this.#endText();
    this.#name = "";
    // The tokenizer includes the slash of `</p/>` in the name.
    const [name = ""] = this.html.slice(start, end).toLowerCase().split("/", 1);
    this.#tokens.push({ type: "close", name });
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #endText(): void {
    if (this.#text === "") return;
    // The tokenizer does not decode the entities of a text area; browsers do.
    const text = this.#name === "textarea" ? decodeHTML(this.#text) : this.#text;
    this.#tokens.push({ type: "text", text });
    this.#text = "";
  }
}
