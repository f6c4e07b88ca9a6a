import { type CommentMarks, commentMarksOf, withoutTrailingComment } from "./trailing-comment.js";

const COMMENT_START = /^(?:\/\/|\*\/|<!--|\{\/\*|---?\s|;;|"""|''')/;
const STAR_LINE = /^\*(?:\s|\/|$)/;
const HASH_COMMENT =
  /^#(?:$|-{3,}|={3,}|\s+(?!(?:define|undef|if|ifdef|ifndef|elif|else|endif|include|pragma|error)\b))/;

/** Comments of documentation and translation tools: `## text`, `#: text`, `#. text`. In Markdown, `##` begins a heading. */
const DOC_HASH = /^#[#.:'|~](?:[#\s]|$)/;

/** Information about a text that decides what a `#` at the start of a line means. */
export interface TextKind {
  /** Whether `#` begins headings. */
  readonly isMarkdown: boolean;
  /** Whether `#` is the only mark of comments, as in Python or in a shell. */
  readonly hasHashComments: boolean;
}

/** Returns what a `#` at the start of a line means in a text. */
export function textKindOf(text: string, marks: CommentMarks = commentMarksOf(text)): TextKind {
  const isMarkdown = looksLikeMarkdown(text);
  return { isMarkdown, hasHashComments: !isMarkdown && marks.has("#") && !marks.has("//") };
}

/**
 * Returns whether a line is a comment, by its first characters and its neighbours.
 *
 * `# text` between blank lines is a heading in Markdown, and may be one inside a string of another language; `* text` is a comment only
 * below a `/*`.
 */
export function isCommentLine(
  lines: (line: number) => string | undefined,
  line: number,
  { isMarkdown, hasHashComments }: TextKind,
): boolean {
  const text = lines(line)?.trim() ?? "";
  if (COMMENT_START.test(text)) return true;
  if (text.startsWith("/*")) {
    // Code follows a comment that ends inside the line.
    const end = text.indexOf("*/", 2);
    return end === -1 || end === text.length - 2;
  }
  if (!isMarkdown && DOC_HASH.test(text)) return true;
  if (HASH_COMMENT.test(text))
    return (
      hasHashComments || (lines(line + 1)?.trim() ?? "") !== "" || (lines(line - 1)?.trim() ?? "") !== ""
    );
  if (!STAR_LINE.test(text)) return false;
  for (let above = line - 1; above >= line - MAX_COMMENT_LINES; above--) {
    const upper = lines(above)?.trim();
    if (upper === undefined) return false;
    if (upper.startsWith("/*")) return true;
    if (!upper.startsWith("*") || upper.startsWith("*/")) return false;
  }
  return false;
}

/** Maximum length of text that is checked to recognise Markdown. */
const MARKDOWN_SAMPLE = 200_000;

/** Lines that only code has: those with a mark at their end, assignments, declarations and the ends of blocks. */
const CODE_LINE =
  /[;{}\\]$|^(?:end|else|fi|done|esac|endif\(\))$|^[\w$.-]+ ?(?:\(|[+:]?=)|^(?:import|from) [\w.]+(?: import |$)|^(?:def|class) .*:$|^["']{3}/;

/** Share of such lines from which a text is code with comments between blank lines. */
const LEAST_CODE_SHARE = 0.3;

/**
 * Returns whether `#` begins headings in a text: most such lines precede a blank line, whereas a comment
 * precedes code or continues above. Scripts, and texts with many lines of code outside fences, are code.
 */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, MARKDOWN_SAMPLE);
  // Most source files contain neither mark, and the lines are read below.
  if (sample.startsWith("#!") || (!sample.includes("#") && !sample.includes("```"))) return false;
  let [headings, comments, lines, code] = [0, 0, 0, 0];
  let hasMarks = false;
  let isFenced = false;
  let isHeading = false;
  let isComment = false;
  let above = "";
  for (const raw of sample.split("\n")) {
    const line = raw.trim();
    if (line.startsWith("```") || line.startsWith("~~~")) {
      isFenced = !isFenced;
      hasMarks ||= raw.startsWith("```");
    } else if (!isFenced) {
      if (isHeading && line === "") headings += 1;
      if (isComment && line !== "" && !/^##/.test(line)) comments += 1;
      isComment = line.startsWith("# ");
      // A comment continues above.
      isHeading = /^#{1,6} \S/.test(raw) && !(isComment && above.startsWith("#"));
      hasMarks ||= isHeading;
      above = line;
      // Deeper lines are code of an example too.
      if (line === "" || line.startsWith("#") || /^(?: {4}|\t)/.test(raw)) continue;
      lines += 1;
      if (CODE_LINE.test(line)) code += 1;
    }
  }
  const hasHeadings = headings > comments || (headings === 0 && comments === 0 && hasMarks);
  return hasHeadings && code <= LEAST_CODE_SHARE * lines;
}

/** Maximum number of lines above in which the start of a block comment is searched. */
const MAX_COMMENT_LINES = 200;

const NAMING_START =
  /^(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|unsafe|override|declare|readonly)\s+)*(?:def|class|function|func|fn|interface|type|struct|enum|impl|trait|mod|module|namespace|package|describe|it|test|suite|context|object|record|union|macro_rules!|CREATE|create)\b/;
const OPENING_END = /(?:[{([:]|=>|\bdo|\bthen|\bbegin)$/;
const HEADING = /^#{1,6}\s/;

/** Returns whether a line names or opens the block below it: another such line means another block. */
export function isNamingLine(line: string): boolean {
  const text = withoutTrailingComment(line).trim();
  // An entry of a list (`type Model,` in an import) does not open a block.
  return (
    (NAMING_START.test(text) && !text.endsWith(",")) ||
    OPENING_END.test(text) ||
    HEADING.test(text) ||
    /^@\w/.test(text)
  );
}

const QUOTE = /["`]|(?<![\p{L}\p{N}])'/gu;

/** Returns the string literals of a line in order, including quotes. */
export function literalsOf(line: string): string[] {
  return Array.from(literalRanges(line), ({ start, end }) => line.slice(start, end));
}

/** Returns whether an offset of a line is inside a string literal. */
export function isInLiteral(line: string, offset: number): boolean {
  for (const { start, end } of literalRanges(line)) {
    if (offset >= start && offset < end) return true;
  }
  return false;
}

function* literalRanges(line: string): Generator<{ readonly start: number; readonly end: number }> {
  let position = 0;
  // If one quote has no closing one, all later quotes of its kind are escaped and have none either: searching
  // again would take quadratic time.
  const unclosed = new Set<string>();
  for (;;) {
    QUOTE.lastIndex = position;
    const found = QUOTE.exec(line);
    if (found === null) return;
    const quote = found[0];
    position = QUOTE.lastIndex;
    if (unclosed.has(quote)) continue;
    const end = literalEnd(line, found.index);
    if (end === undefined) unclosed.add(quote);
    else {
      position = end;
      yield { start: found.index, end };
    }
  }
}

/**
 * Returns the end of the literal that a quote begins. Not a pattern, because patterns exhaust the stack in a
 * line of some megabytes.
 */
function literalEnd(line: string, start: number): number | undefined {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === line[start]) return at + 1;
  }
  return undefined;
}
