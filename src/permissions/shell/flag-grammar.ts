/** The options of a program that change nothing, and what its operands are. All other options are unknown. */
export interface FlagGrammar {
  /** Short options without a value; they may be written together. */
  readonly flags?: string;
  /** Short options with a value, attached or in the next word. */
  readonly valued?: string;
  /** Long options without a value, without the dashes. */
  readonly long?: string;
  /** Long options with a value behind `=` or in the next word. */
  readonly longValued?: string;
  /** What the value of an option must look like, by its name. */
  readonly checked?: Readonly<Record<string, RegExp>>;
  /** Whether `-5` is an option. */
  readonly count?: boolean;
  /**
   * What the operands are. `pattern-paths`: a pattern in front of paths, unless an option of `patterns` gives it. `revisions`:
   * names of versions or paths, and paths only behind `--`.
   */
  readonly operands: "paths" | "text" | "none" | "pattern-paths" | "revisions";
  /** Options that give the pattern: `e`, `regexp`. */
  readonly patterns?: string;
}

/** A command line that a grammar covers. */
export interface GrammaticalCommand {
  /** The operands that are paths, or may be. */
  readonly paths: readonly string[];
}

/** Reads the words behind a program's name by its grammar; `undefined` when there is an option that it does not list. */
export function readByGrammar(
  words: readonly string[],
  grammar: FlagGrammar,
): GrammaticalCommand | undefined {
  const { flags = "", valued = "", count = false, checked = {} } = grammar;
  const isValue = (name: string, value: string | undefined) =>
    value !== undefined && (!Object.hasOwn(checked, name) || checked[name]?.test(value) === true);
  const long = wordSet(grammar.long);
  const longValued = wordSet(grammar.longValued);
  const patterns = wordSet(grammar.patterns);
  const operands: string[] = [];
  let hasPattern = false;
  let onlyOperands = false;
  const behindDashes: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (onlyOperands) behindDashes.push(word);
    else if (word === "--") onlyOperands = true;
    else if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = equals === -1 ? word.slice(2) : word.slice(2, equals);
      if (patterns.has(name)) hasPattern = true;
      if (longValued.has(name) && (equals !== -1 || !long.has(name))) {
        if (equals === -1) index += 1;
        const value = equals === -1 ? words[index] : word.slice(equals + 1);
        if (!isValue(name, value)) return undefined;
      } else if (!long.has(name) || equals !== -1) return undefined;
    } else if (word.length > 1 && word.startsWith("-")) {
      if (count && /^-\d+$/.test(word)) continue;
      for (let at = 1; at < word.length; at += 1) {
        const flag = word[at] as string;
        if (patterns.has(flag)) hasPattern = true;
        if (valued.includes(flag)) {
          const attached = word.slice(at + 1);
          if (attached === "") index += 1;
          if (!isValue(flag, attached === "" ? words[index] : attached)) return undefined;
          break;
        }
        if (!flags.includes(flag)) return undefined;
      }
    } else operands.push(word);
  }
  const all = [...operands, ...behindDashes];
  switch (grammar.operands) {
    case "none":
      return all.length === 0 ? { paths: [] } : undefined;
    case "text":
      return { paths: [] };
    case "paths":
      return { paths: all };
    case "pattern-paths":
      return { paths: hasPattern ? all : all.slice(1) };
    case "revisions":
      // `HEAD:file` is a path in a version.
      return {
        paths: all.flatMap((word) => [word, ...word.split(":").slice(1)]).filter((word) => word !== ""),
      };
  }
}

function wordSet(list: string | undefined): ReadonlySet<string> {
  return new Set(list?.split(" "));
}
