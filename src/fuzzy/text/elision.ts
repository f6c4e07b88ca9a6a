const COMMENT_MARKS = /^(?:\/\/+|#+|--|;+|%|\/\*+|\*|<!--|\{\/\*)\s*(.*?)\s*(?:\*\/\}?|-->)?$/s;
const BARE = /^(?:\.{3,}|…|\[\s*(?:\.{3,}|…)\s*\]|\(\s*(?:\.{3,}|…)\s*\))$/;
const DOTS = /\.{3}|…/;
/** Words between dots that state that text is omitted. */
const LEFT_OUT =
  /\b(?:rest|existing|remaining|unchanged|previous|other|same|omitted|more|code|implementation|content|here|above|below|snip(?:ped)?|truncated|etc|before|stays?|remains?|keep|methods?|functions?|imports?|lines?|fields?|props|properties|items|entries|tests?|cases?|elsewhere)\b/i;
/** Words that state it even with dots on one side only ("Loading more items..." must not). */
const SURELY_LEFT_OUT =
  /\b(?:rest of|existing|remaining|unchanged|omitted|truncated|snipped)\b|^(?:more|other|same|previous|rest|keep)\s+(?:the\s+)?(?:code|methods?|functions?|imports?|lines?|fields?|props|properties|items|entries|tests?|cases?|implementation|content|as before|above|below)\b|^(?:code|implementation|rest|etc|more)$/i;
/** Phrases about the omitted text. */
const STAYS =
  "(?:here|stays?|remains?|is|are|goes|continues?|unchanged|untouched|the same|as before|as is|as it was|omitted|for brevity|above|below)";
/**
 * Comments that state it without dots. A noun alone (`// other methods`) is often a heading, so a verb is
 * required.
 */
const SAID_OUTRIGHT = new RegExp(
  `^\\(?(?:the )?(?:${[
    "rest of (?:the |your |this )?(?:code|file|function|method|class|implementation|module|component|body|contents?|script|document|tests?|config|configuration|block|section|logic|methods|functions|imports)",
    "(?:existing|remaining|unchanged|original|previous) (?:code|implementation|contents?|logic|body|lines)",
    `(?:existing|remaining|unchanged|original|previous|other|rest of (?:the |your |this )?) ?[a-z]+ ${STAYS}`,
    "(?:code )?omitted(?: for brevity)?",
    "same as before",
    "no changes?",
    "unchanged",
    "snip",
  ].join("|")})(?: ${STAYS})*\\)?[.:]*$`,
  "i",
);

/** Returns whether a line is a placeholder for omitted text: `...`, `// rest of the code`. */
function isElision(line: string): boolean {
  const text = line.trim();
  if (text.length > 160) return false;
  if (BARE.test(text)) return true;
  const comment = COMMENT_MARKS.exec(text)?.[1];
  if (comment === undefined) return /^[.…]/.test(text) && isDottedElision(text);
  if (BARE.test(comment)) return true;
  return SAID_OUTRIGHT.test(comment) || isDottedElision(comment);
}

/**
 * Returns whether a line has dots at an end and words about omitted text: `... existing code ...`, `rest of
 * the methods ...`.
 */
function isDottedElision(text: string): boolean {
  if (!DOTS.test(text)) return false;
  const before = /^(?:\.{3,}|…)/.test(text);
  const after = /(?:(?<!\.)\.{3,}|…)\)?$/.test(text);
  const words = text.replace(/\.{3,}|…/g, " ").trim();
  if (!(before || after) || words.split(/\s+/).length > 8 || !/^[\w\s(),'’/&-]*$/.test(words)) return false;
  return before && after ? LEFT_OUT.test(words) : SURELY_LEFT_OUT.test(words);
}

/** Returns the first line of a text that is an elision and not a line of the content, or `undefined`. */
export function elisionLine(text: string, content: string): string | undefined {
  if (
    !/\.\.\.|…|rest|existing|remain|unchanged|other|omitted|same|previous|original|snip|no change/i.test(text)
  ) {
    return undefined;
  }
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => isElision(line) && !hasLine(content, line));
}

/**
 * Returns the first line of the new text that is an elision and occurs in neither the old text nor the
 * content, or `undefined`. A Python body `...` below a line that ends in `:` is text.
 */
export function newElision(old: string, next: string, content: string): string | undefined {
  if (elisionLine(next, "") === undefined) return undefined;
  const known = new Set(old.split("\n").map((line) => line.trim()));
  const lines = next.split("\n");
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (!isElision(text) || known.has(text) || hasLine(content, text)) continue;
    if (text === "..." && isStubBody(lines, at)) continue;
    return text;
  }
  return undefined;
}

/**
 * Returns whether a text occurs exactly once in the content, line ends aside. An author who quotes such a text knows the
 * lines that an edit replaces, so that a placeholder in the new text is meant.
 */
export function occursOnce(content: string, text: string): boolean {
  const [inside, sought] = content.includes("\r\n")
    ? [content.replaceAll("\r\n", "\n"), text.replaceAll("\r\n", "\n")]
    : [content, text];
  const first = inside.indexOf(sought);
  return first >= 0 && inside.indexOf(sought, first + 1) < 0;
}

/** Returns whether lines occur exactly once in the content, as whole lines or as a text. The last may lack its line end. */
export function linesOccurOnce(content: string, lines: string): boolean {
  const text = lines.endsWith("\n") ? lines.slice(0, -1) : lines;
  return (
    occursOnce(content, text) ||
    occursOnce(`\n${content}${content.endsWith("\n") ? "" : "\n"}`, `\n${text}\n`)
  );
}

/** Returns the warning about a placeholder that was written to the file. */
export function placeholderWarning(line: string): string {
  return `The line "${line}" reads like a placeholder for omitted text. It was written to the file as it is.`;
}

/** Number of characters above which a line is too long to be an elision. */
const MAX_ELISION_CHARACTERS = 400;

/**
 * Returns whether a trimmed line is a whole line of the content. Searches the line around an occurrence only
 * within a limit: otherwise one long line with many occurrences takes quadratic time.
 */
function hasLine(content: string, line: string): boolean {
  for (let at = content.indexOf(line); at >= 0; at = content.indexOf(line, at + line.length)) {
    const from = Math.max(0, at - MAX_ELISION_CHARACTERS);
    const around = content.slice(from, at + line.length + MAX_ELISION_CHARACTERS);
    const newline = around.indexOf("\n", at - from);
    const whole = around.slice(
      around.lastIndexOf("\n", at - from) + 1,
      newline < 0 ? around.length : newline,
    );
    if (whole.length < MAX_ELISION_CHARACTERS && whole.trim() === line) return true;
  }
  return false;
}

const DOC_QUOTES: readonly string[] = ['"""', "'''"];

function isStubBody(lines: readonly string[], at: number): boolean {
  const depth = (line: string) => line.length - line.trimStart().length;
  const above = lines.slice(0, at).findLast((line) => line.trim() !== "");
  const head = above?.trim() ?? "";
  const isDocumented = DOC_QUOTES.some((quotes) => head.startsWith(quotes) || head.endsWith(quotes));
  if (!head.endsWith(":") && !isDocumented) return false;
  const below = lines.slice(at + 1).find((line) => line.trim() !== "");
  return (
    depth(lines[at] as string) > depth(above as string) - 1 &&
    (below === undefined || depth(below) < depth(lines[at] as string))
  );
}
