import { bareName } from "../wrappers/index.js";
import { codeRunner, runsGivenCode } from "./besides-commands.js";
import { OPTION_RUNNERS } from "./option-runners.js";
import { optionScripts } from "./option-scripts.js";

/** Built-ins that set variables: their values are read as values. */
const SETS_VARIABLES = /^(?:export|declare|typeset|local|readonly)$/;
/** Maximum number of words of a command that are examined. */
const MAX_EXAMINED = 64;

/** Returns the words of a command that are code of another language, or contain commands that its program runs. */
export function givenTexts(words: readonly string[]): readonly string[] {
  const name = bareName(words[0] ?? "");
  const rest = words.slice(1, MAX_EXAMINED);
  const code = codeRunner(name);
  if (code !== undefined && runsGivenCode(code, rest)) return rest;
  // In awk a redirection inside the program writes a file that a variable names.
  if (AWK.test(name)) return rest.some((word) => word.includes(">")) ? rest : [];
  const runner = OPTION_RUNNERS.get(name);
  if (runner === undefined || SETS_VARIABLES.test(name)) return [];
  const texts = rest.filter((word) => /\s/.test(word));
  if (texts.length === 0) return [];
  const scripts = optionScripts(rest, runner).scripts.filter((script) => /\s/.test(script));
  return texts.filter((text) => scripts.some((script) => text.includes(script)));
}

const AWK = /^(?:[gmn]?awk|original-awk)$/;

/** Returns whether a program runs its standard input as code if its words name none. */
export function runsInput(words: readonly string[]): boolean {
  const name = bareName(words[0] ?? "");
  const code = codeRunner(name);
  return code?.readsInput === true && runsGivenCode({ ...code, matches: NEVER }, words.slice(1));
}

const NEVER = /(?!)/;
