import {
  type CommentMarks,
  haveSameWords,
  isInLiteral,
  isNamingLine,
  literalsOf,
  splitTrailingComment,
  squeezedKey,
  type Token,
  tokenize,
  wordsOf,
} from "../text/index.js";
import { similarityOf } from "./line-similarity.js";
import { isLiteralTypo, isTypo, type TypoContext } from "./typo.js";

/**
 * How a line of the old text compares with the aligned line of the file, best first: `equal` except for
 * blanks and look-alikes; `comment`: only the comment after the code differs; `mark`: a `,` or `;` at the end
 * or the kind of quotes differs; `typo`: words are mistyped; `remark`: both are comments with different
 * words; `paraphrase`: some words more or less, none replaced by another; `different`.
 */
export type LineLikeness = "equal" | "comment" | "mark" | "typo" | "remark" | "paraphrase" | "different";

/** The kinds of likeness as numbers, for comparing the evidence of two places. */
export const LIKENESS_RANK: Readonly<Record<LineLikeness, number>> = {
  equal: 5,
  comment: 4,
  mark: 3,
  typo: 2,
  remark: 1,
  paraphrase: 1,
  different: 0,
};

/** Maximum number of mistyped words in one line: a line with more is a different line. */
const MAX_TYPOS_PER_LINE = 2;

/** Minimum character likeness of a paraphrase. */
const PARAPHRASE_SIMILARITY = 0.5;

/** Information about two lines that their texts alone do not show. */
export interface ComparisonContext extends TypoContext {
  /** Whether both lines are comments. */
  readonly isComment: boolean;
  /** Whether the file is a text in sentences, such as Markdown, not code. */
  readonly isMarkdown: boolean;
  /** The marks that begin comments in the file. */
  readonly commentMarks: CommentMarks;
}

/** Compares a line of the old text with a line of the file. */
export function compareLines(own: string, file: string, context: ComparisonContext): LineLikeness {
  if (squeezedKey(own) === squeezedKey(file)) return haveSameWords(own, file) ? "equal" : "different";
  if (isTypoLine(own, file, context)) return "typo";
  if (context.isComment) return keepsFacts(own, file) ? "remark" : "different";
  const { code: ownCode, comment: ownComment } = splitTrailingComment(own, context.commentMarks);
  const { code: fileCode, comment: fileComment } = splitTrailingComment(file, context.commentMarks);
  if (squeezedKey(ownComment) !== squeezedKey(fileComment)) {
    // Which words the comment of a changed line should have is not certain.
    if (!context.isKept) return "different";
    if (squeezedKey(ownCode) === squeezedKey(fileCode) && haveSameWords(ownCode, fileCode)) {
      return keepsFacts(ownComment, fileComment) ? "comment" : "different";
    }
  }
  const ownBare = ownCode.replace(/[,;]$/, "").trimEnd();
  const fileBare = fileCode.replace(/[,;]$/, "").trimEnd();
  if (squeezedKey(ownBare) === squeezedKey(fileBare) && haveSameWords(ownBare, fileBare)) return "mark";
  const ownQuotes = ownBare.replace(/['`]/g, '"');
  const fileQuotes = fileBare.replace(/['`]/g, '"');
  if (squeezedKey(ownQuotes) === squeezedKey(fileQuotes) && haveSameWords(ownBare, fileBare)) {
    // Quotes of several kinds in one line may be inside each other: another kind makes another value.
    return quoteKinds(ownBare) > 1 || quoteKinds(fileBare) > 1 ? "different" : "mark";
  }
  return isParaphrase(ownCode, fileCode, context) ? "paraphrase" : "different";
}

/** Returns the number of kinds of quotes in a line. */
function quoteKinds(line: string): number {
  return new Set(line.match(/["'`]/g)).size;
}

const QUOTED = /`[^`]*`|"[^"]*"|(?<![\p{L}\p{N}])'[^']*'/gu;
const CODE_WORD = /\d|_|\p{Ll}\p{Lu}/u;

/**
 * Returns whether a reworded comment names no number, identifier or quoted word that is absent from the
 * file's comment.
 */
function keepsFacts(own: string, file: string): boolean {
  const known = new Set(wordsOf(file));
  const quoted = (own.match(QUOTED) ?? []).flatMap(wordsOf);
  return [...wordsOf(own).filter((word) => CODE_WORD.test(word)), ...quoted].every((word) => known.has(word));
}

function isTypoLine(
  ownLine: string,
  fileLine: string,
  context: TypoContext & { readonly isComment: boolean },
): boolean {
  const own = tokenize(ownLine);
  const file = tokenize(fileLine);
  if (own.length !== file.length) return false;
  let typos = 0;
  for (const [at, token] of own.entries()) {
    const other = file[at] as Token;
    if (token.text === other.text || squeezedKey(token.text) === squeezedKey(other.text)) continue;
    if (!token.isWord || !other.isWord || ++typos > MAX_TYPOS_PER_LINE) return false;
    const inLiteral = isInLiteral(fileLine, other.start) || isInLiteral(ownLine, token.start);
    const isAllowed = inLiteral && !context.isComment ? isLiteralTypo : isTypo;
    if (!isAllowed(token.text, other.text, context)) return false;
  }
  return typos > 0;
}

function sameLiterals(own: string, file: string): boolean {
  const mine = literalsOf(own).map(squeezedKey);
  const theirs = literalsOf(file).map(squeezedKey);
  return mine.length === theirs.length && mine.every((literal, at) => literal === theirs[at]);
}

/**
 * Returns whether a line is the other with more or fewer words. Numbers and string literals are the same, and
 * the words of one are all in the other: a word that *replaces* another is another name, never a paraphrase.
 * In prose, plain words may be replaced.
 */
function isParaphrase(
  ownLine: string,
  fileLine: string,
  { isMarkdown }: { readonly isMarkdown: boolean },
): boolean {
  if (similarityOf(ownLine, fileLine) < PARAPHRASE_SIMILARITY) return false;
  if (!sameLiterals(ownLine, fileLine)) return false;
  const own = tokenize(ownLine);
  const file = tokenize(fileLine);
  const numbers = (tokens: readonly Token[]) =>
    tokens
      .filter((token) => /\d/.test(token.text))
      .map((token) => token.text)
      .join(" ");
  if (numbers(own) !== numbers(file)) return false;
  const onlyOwn = missingWords(own, file);
  const onlyFile = missingWords(file, own);
  if ([...onlyOwn, ...onlyFile].some((word) => NEGATIONS.has(word.toLowerCase()))) return false;
  const prose = isProse(ownLine) && isProse(fileLine);
  const isText = isMarkdown
    ? !CODE_SHAPE.test(ownLine) && !CODE_SHAPE.test(fileLine)
    : prose && SENTENCE_START.test(ownLine) && SENTENCE_START.test(fileLine);
  if (!isText) {
    // In code, another argument or flag, or another order of them, means another line.
    const isKeyword = (word: string) => KEYWORDS.has(word) && isModifier(word, own) && isModifier(word, file);
    const differing = new Set([...onlyOwn, ...onlyFile]);
    if (![...differing].every(isKeyword)) return false;
    const rest = (tokens: readonly Token[]) => tokens.filter(({ text }) => !differing.has(text));
    return textOf(rest(own)) === textOf(rest(file));
  }
  if (onlyOwn.length === 0 || onlyFile.length === 0) return own.length !== file.length;
  // Replacing one word by one word changes the meaning of a sentence too; a reworded sentence is longer or
  // shorter.
  if (own.length !== file.length && prose && !isNamingLine(fileLine)) {
    return [...onlyOwn, ...onlyFile].every((word) => /^[a-z]+$/.test(word));
  }
  return [...onlyOwn, ...onlyFile].every((word) => KEYWORDS.has(word));
}

/** Returns whether each occurrence of a word precedes another word, as a keyword does. `def` in `constructor(def)` is a name. */
function isModifier(word: string, tokens: readonly Token[]): boolean {
  return tokens.every(({ text }, at) => text !== word || tokens[at + 1]?.isWord === true);
}

/** Marks of code, which a text in sentences may contain: a call, an assignment, a block. */
const CODE_SHAPE = /[\p{L}\p{N}_]\(|[={}<>;]|->/u;

/** The start of a sentence; commands and queries begin otherwise. */
const SENTENCE_START = /^\p{Lu}(?:\p{Ll}|\s)/u;

/** Words that turn the meaning of a line into its opposite. */
const NEGATIONS: ReadonlySet<string> = new Set("not no never none nor without cannot".split(" "));

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join(" ");
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "const let var public private protected internal static final async await export default readonly abstract override function def fn func pub".split(
    " ",
  ),
);

function missingWords(tokens: readonly Token[], other: readonly Token[]): string[] {
  const left = new Map<string, number>();
  for (const token of other) if (token.isWord) left.set(token.text, (left.get(token.text) ?? 0) + 1);
  const missing: string[] = [];
  for (const token of tokens) {
    if (!token.isWord) continue;
    const count = left.get(token.text) ?? 0;
    if (count > 0) left.set(token.text, count - 1);
    else missing.push(token.text);
  }
  return missing;
}

/** Returns whether a line is a sentence: several plain words between blanks and almost nothing else. */
function isProse(line: string): boolean {
  const chunks = line.trim().split(/\s+/);
  const plain = chunks.filter((chunk) =>
    /^[("']?\p{L}[\p{L}'’-]*(?:[.,;:!?)"][.,;:!?)"']*)?$/u.test(chunk),
  ).length;
  return plain >= 5 && plain >= 0.7 * chunks.length;
}
