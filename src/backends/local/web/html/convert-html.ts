/// <reference path="./turndown-plugin-gfm.d.ts" />
import { gfm } from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { hidesItself } from "./hidden-element.js";
import { absoluteLink, type PlainPage } from "./plain-html.js";
import { rememberTableRows } from "./table-rows.js";
import { restoredText, standInBlanks } from "./tidy-html.js";

/** Elements without readable content. */
const UNREAD =
  "title,script,style,template,noscript,iframe,object,embed,svg,canvas,link,select,datalist,dialog,input,button,audio,video";

/**
 * Share of a page's text that an article must have; below it, the result is only a section of an index or of
 * an API page.
 */
const MIN_ARTICLE_SHARE = 0.1;

/**
 * Converts a tidied page to Markdown: the article if there is one, else the whole body.
 *
 * Time and stack depth are unbounded on bad input: run it where it can be ended.
 */
export function convertHtml(html: string, url: string): PlainPage {
  const document = parsedDocument(html);
  const title = document.querySelector("title")?.textContent?.replace(/\s+/g, " ").trim();
  clean(document, baseOf(document, url));
  const { body } = document;
  const bodyLength = textLength(body);
  const whole = body.outerHTML;
  // Readability modifies its input.
  const article = new Readability(document, { keepClasses: true }).parse();
  const isArticle = article?.content && (article.length ?? 0) >= bodyLength * MIN_ARTICLE_SHARE;
  const text = markdownOf(isArticle ? (article.content as string) : whole);
  const name = title || article?.title?.trim();
  return { text: restoredText(text), ...(name && { title: restoredText(name) }) };
}

/** Wraps the page, because the parser does not add missing html and body elements. */
function parsedDocument(html: string): Document {
  const whole = `<!doctype html><html><head></head><body>${html}</body></html>`;
  return (parseHTML(whole) as unknown as { readonly document: Document }).document;
}

function baseOf(document: Document, url: string): string {
  return absoluteLink(document.querySelector("base")?.getAttribute("href") ?? "", url) ?? url;
}

function clean(document: Document, base: string): void {
  // The parser creates a text node for each entity, and all later steps take time for each node.
  document.documentElement.normalize();
  for (const element of Array.from(document.querySelectorAll(UNREAD))) element.remove();
  for (const element of Array.from(document.querySelectorAll("[hidden],[aria-hidden],[style]"))) {
    if (element !== document.body && hidesItself((name) => element.getAttribute(name))) element.remove();
  }
  const nodes = document.createTreeWalker(document.documentElement, SHOW_TEXT | SHOW_COMMENT);
  const comments: ChildNode[] = [];
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (node.nodeType === COMMENT) comments.push(node as ChildNode);
    // Converters take quadratic time for long runs of white space.
    else if (node.parentElement?.closest("pre,code,textarea") === null) {
      node.nodeValue = (node.nodeValue ?? "").replace(/[ \t\r\n\f]+/g, " ");
    }
  }
  for (const comment of comments) comment.remove();
  replaceLongBlanks(document);
  for (const link of Array.from(document.querySelectorAll("a[href]"))) {
    setOrRemove(link, "href", absoluteLink(link.getAttribute("href") ?? "", base));
  }
  for (const image of Array.from(document.querySelectorAll("img"))) {
    setOrRemove(image, "src", absoluteLink(image.getAttribute("src") ?? "", base));
  }
}

/** Characters of white space in a row from which converters would become slow; no page for readers has so many. */
const MAX_BLANKS = 512;

/**
 * Replaces white space if a page has a long run of it, also across elements, of blanks that do not break, or in code: converters take
 * quadratic time for it, more than 40 seconds for 32 KB.
 */
function replaceLongBlanks(document: Document): void {
  let longest = 0;
  for (const [blanks] of (document.body.textContent ?? "").matchAll(/\s+/g))
    longest = Math.max(longest, blanks.length);
  if (longest <= MAX_BLANKS) return;
  const nodes = document.createTreeWalker(document.documentElement, SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const text = node.nodeValue ?? "";
    node.nodeValue =
      node.parentElement?.closest("pre") === null ? text.replace(/\s+/g, " ") : standInBlanks(text);
  }
}

const SHOW_TEXT = 4;
const SHOW_COMMENT = 128;
const COMMENT = 8;

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function textLength(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").length;
}

function markdownOf(html: string): string {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "_",
  });
  service.use(gfm);
  rememberTableRows(service);
  return service
    .turndown(html)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
