import type { CommandArgument, DoubleQuotedChild, Word, WordPart } from "unbash";

/** A word of a command as a parser reads it. */
export interface ShellWord {
  /** The word without quotes; parts that are only known at run time are kept as written. */
  readonly value: string;
  /** Whether the program receives exactly `value`. */
  readonly known: boolean;
  /**
   * The certain text before the first part that is only known at run time. At the start of the word, and after an option or
   * `file://`, `$HOME` is `~` and `$PWD` is `.`.
   */
  readonly start: string;
  /** Whether `start` is the whole word, as for `$HOME/x`, which no rule could match but every path can. */
  readonly wholePath: boolean;
  /** Whether a leading `~` stands for a home folder. */
  readonly tilde: boolean;
}

/** Reads a word, or an argument that looks like an assignment. */
export function shellWord(argument: CommandArgument): ShellWord {
  if (argument.type === "Assignment") {
    const { value, text, index } = argument;
    const name = text.slice(0, text.indexOf("=") + 1);
    // In a word that looks like an assignment, a `~` after `=` or `:` is a home folder too.
    const tilde = value.type === "Word" && /(?:^|:)~/.test(value.text);
    if (value.type !== "Word" || index !== undefined || tilde || !isKnown(value)) {
      const { start, whole } =
        value.type === "Word" && index === undefined && !tilde
          ? knownStart(value.parts ?? [], name)
          : { start: tilde ? text : name, whole: tilde };
      return { ...unknownWord(text, start), wholePath: whole };
    }
    return literalWord(name + value.value);
  }
  const { value, text, parts = [] } = argument;
  const tilde = text.startsWith("~");
  if (isKnown(argument)) {
    // `~+` is the working folder, `~name` the home folder of another user.
    if (/^~\+(?:\/|$)/.test(text)) {
      return { ...unknownWord(value, `.${value.slice(2)}`), wholePath: true };
    }
    return tilde && !/^~(?:\/|$)/.test(text) ? unknownWord(value, "") : { ...literalWord(value), tilde };
  }
  const { start, whole } = knownStart(parts);
  return { value, known: false, start, wholePath: whole, tilde: start.startsWith("~") };
}

/**
 * Returns the text of a word that the shell replaces by names of files, if all of it but `*` and `?` is literal; `undefined`
 * for every other word.
 */
export function patternText(argument: CommandArgument): string | undefined {
  if (argument.type === "Assignment") return undefined;
  const { value, text, parts = [] } = argument;
  const isWildcard = (part: WordPart) =>
    part.type === "Glob" && (part.kind === "star" || part.kind === "question");
  const isWhole =
    !text.startsWith("~") && parts.every((part) => isWildcard(part) || literalPart(part) !== undefined);
  return isWhole && parts.some(isWildcard) ? value : undefined;
}

/** Returns a word that stands for itself. */
export function literalWord(value: string): ShellWord {
  return { value, known: true, start: value, wholePath: true, tilde: false };
}

function unknownWord(value: string, start: string): ShellWord {
  return { value, known: false, start, wholePath: false, tilde: false };
}

function isKnown({ parts }: Word): boolean {
  return parts === undefined || parts.every((part) => literalPart(part) !== undefined);
}

/** Returns the text of a part that stands for itself; `undefined` for any other. */
export function literalPart(part: WordPart | DoubleQuotedChild): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString": {
      const values = part.parts.map(literalPart);
      return values.every((value) => value !== undefined) ? values.join("") : undefined;
    }
    default:
      return undefined;
  }
}

/** @param before - text of the word before these parts */
function knownStart(
  parts: readonly (WordPart | DoubleQuotedChild)[],
  before = "",
): { start: string; whole: boolean } {
  let start = before;
  for (const part of parts) {
    const literal = literalPart(part);
    if (literal !== undefined) start += literal;
    else if (part.type === "DoubleQuoted") {
      const inner = knownStart(part.parts, start);
      start = inner.start;
      if (!inner.whole) return { start, whole: false };
    } else if (PATH_FOLLOWS.test(start) && isHome(part)) start += "~";
    else if (PATH_FOLLOWS.test(start) && WORKING_FOLDER.has(part.type === "Literal" ? "" : part.text))
      start += ".";
    else return { start, whole: false };
  }
  return { start, whole: true };
}

/** Text in a word before a path: nothing, short options (`-so`), the name of an option or a variable, the scheme of a file. */
const PATH_FOLLOWS = /^(?:-[A-Za-z0-9]{1,8}|-{0,2}[A-Za-z_][\w-]{0,63}=@?|file:\/\/(?:localhost)?)?$/i;

/** Expansions of the working folder; a change of `PWD` makes every path uncertain elsewhere. */
const WORKING_FOLDER: ReadonlySet<string> = new Set(
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
  ["$PWD", "${PWD}", "$(pwd)", "`pwd`"],
);

function isHome(part: WordPart | DoubleQuotedChild): boolean {
  return (
    (part.type === "SimpleExpansion" && part.text === "$HOME") ||
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
    (part.type === "ParameterExpansion" && part.text === "${HOME}")
  );
}
