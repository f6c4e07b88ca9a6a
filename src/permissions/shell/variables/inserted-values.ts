import type { CommandArgument, DoubleQuotedChild, WordPart } from "unbash";
import { MAX_PARSED_LENGTH } from "../../commands/index.js";
import { literalPart } from "../shell-word.js";

/** The values of variables that a text assigns. */
export type Variables = ReadonlyMap<string, string>;

/** A word with values in place of variables. */
export interface InsertedWord {
  readonly value: string;
  /** Whether the shell replaces it by names of files. */
  readonly isPattern: boolean;
}

/** The status of the last command in a word that is only printed: any number. */
const ANY_STATUS = "0";

/**
 * Returns a word with the values of variables, if all of it but `*` and `?` is known then; `undefined` for every other word. In a word
 * that is only printed, `$?` is a number.
 */
export function insertedWord(
  argument: CommandArgument,
  variables: Variables,
  { isPrinted = false }: { readonly isPrinted?: boolean | undefined } = {},
): InsertedWord | undefined {
  if (argument.type === "Assignment" || argument.text.startsWith("~")) return undefined;
  const { value: whole, parts } = argument;
  if (parts === undefined) return { value: whole, isPattern: false };
  let value = "";
  let isPattern = false;
  for (const part of parts) {
    const isWildcard = part.type === "Glob" && (part.kind === "star" || part.kind === "question");
    isPattern ||= isWildcard;
    const text = isWildcard ? part.value : textOfPart(part, variables, { isPrinted });
    if (text === undefined || value.length > MAX_PARSED_LENGTH) return undefined;
    value += text;
  }
  return { value, isPattern };
}

function textOfPart(
  part: WordPart | DoubleQuotedChild,
  variables: Variables,
  { isPrinted }: { readonly isPrinted: boolean },
): string | undefined {
  switch (part.type) {
    case "SimpleExpansion":
      return isPrinted && part.text === "$?" ? ANY_STATUS : variables.get(part.text.slice(1));
    case "ParameterExpansion": {
      const { text, parameter } = part;
      return text === `\${${parameter}}` ? variables.get(parameter) : undefined;
    }
    case "DoubleQuoted": {
      let whole = "";
      for (const each of part.parts) {
        const text = textOfPart(each, variables, { isPrinted });
        if (text === undefined || whole.length > MAX_PARSED_LENGTH) return undefined;
        whole += text;
      }
      return whole;
    }
    default:
      return literalPart(part);
  }
}
