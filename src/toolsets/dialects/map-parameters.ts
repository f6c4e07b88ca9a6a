import type { AnyTool, ToolAlias } from "../../contract/index.js";
import type { Act, Dialect, Meaning, Meant } from "./dialect.js";

type MapInput = NonNullable<ToolAlias["mapInput"]>;

/** What a parameter that came in is. */
interface Word {
  readonly means: string;
  readonly read: (value: unknown) => unknown;
  /** Whether the tool has it under this name and in these terms. */
  readonly keeps: (value: unknown) => boolean;
}

/** How the tool itself calls what is meant. */
interface OwnWord {
  readonly parameter: string;
  readonly say: (value: unknown) => unknown;
}

/**
 * Makes the mappings of a tool, one for each of its names: parameters in any dialect become the tool's own, those of the
 * dialect that the name belongs to before all others.
 *
 * What the tool has under the same name and in the same terms is left alone, and wins over the same thing said otherwise;
 * what it has nothing for is left out; what no dialect knows stays, for repair and validation. An input without foreign
 * words comes back as the same object. Does not throw.
 */
export function mapParameters(act: Act, own: Dialect, tool: AnyTool): (name: string) => MapInput {
  const ownWords = ownWordsOf(own, tool);
  return (name) => {
    let words: ReadonlyMap<string, Word> | undefined;
    return (input) => {
      // Most tools are never called by most of their names.
      words ??= wordsFor(byPrecedence(act, own, name), own, ownWords);
      return mapped(input, words, ownWords, own);
    };
  };
}

function mapped(
  input: Readonly<Record<string, unknown>>,
  words: ReadonlyMap<string, Word>,
  ownWords: ReadonlyMap<string, OwnWord>,
  own: Dialect,
): Record<string, unknown> {
  const entries = Object.entries(input);
  // Most calls come in the tool's own words.
  if (entries.every(([key, value]) => words.get(key)?.keeps(value) ?? true)) return input;
  const result = new Map<string, unknown>();
  const meant: Meant = new Map();
  const foreign: (readonly [Word, unknown])[] = [];
  for (const [key, value] of entries) {
    const word = words.get(key);
    if (word !== undefined && !word.keeps(value)) {
      foreign.push([word, value]);
      continue;
    }
    result.set(key, value);
    if (word !== undefined && isGiven(value)) meant.set(word.means, word.read(value));
  }
  const said = new Map(meant);
  for (const [word, value] of foreign) {
    if (isGiven(value) && !meant.has(word.means)) meant.set(word.means, word.read(value));
  }
  own.compose?.(meant);
  for (const meaning of said.keys()) {
    const ownWord = ownWords.get(meaning);
    if (ownWord !== undefined && !meant.has(meaning)) result.delete(ownWord.parameter);
  }
  for (const [meaning, value] of meant) {
    const ownWord = ownWords.get(meaning);
    if (ownWord === undefined || (said.has(meaning) && said.get(meaning) === value)) continue;
    result.set(ownWord.parameter, ownWord.say(value));
  }
  return Object.fromEntries(result);
}

/** Models send `null` for what they leave out. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The dialects that have the name first, the tool's own before them if it is one of them. */
function byPrecedence({ dialects }: Act, own: Dialect, name: string): readonly Dialect[] {
  const speaks = (dialect: Dialect) => dialect.names.includes(name);
  const named = dialects.filter(speaks);
  const first = speaks(own) || named.length === 0 ? [own, ...named] : [...named, own];
  return [...new Set([...first, ...dialects])];
}

function ownWordsOf(own: Dialect, { inputSchema }: AnyTool): ReadonlyMap<string, OwnWord> {
  const words = new Map<string, OwnWord>();
  for (const [parameter, meaning] of Object.entries(own.parameters)) {
    const means = meaningOf(meaning);
    if (words.has(means) || !Object.hasOwn(inputSchema.properties ?? {}, parameter)) continue;
    words.set(means, { parameter, say: typeof meaning === "string" ? asItIs : meaning.say });
  }
  return words;
}

function wordsFor(
  dialects: readonly Dialect[],
  own: Dialect,
  ownWords: ReadonlyMap<string, OwnWord>,
): ReadonlyMap<string, Word> {
  const words = new Map<string, Word>();
  for (const dialect of dialects) {
    for (const [parameter, meaning] of Object.entries(dialect.parameters)) {
      if (words.has(parameter)) continue;
      const means = meaningOf(meaning);
      const isSame = dialect === own || own.parameters[parameter] === meaning;
      const isOwn = isSame && ownWords.get(means)?.parameter === parameter;
      const fits = typeof meaning === "string" ? undefined : meaning.fits;
      words.set(parameter, {
        means,
        read: typeof meaning === "string" ? asItIs : meaning.read,
        keeps: (value) => isOwn && (fits === undefined || fits(value)),
      });
    }
  }
  return words;
}

function meaningOf(meaning: Meaning): string {
  return typeof meaning === "string" ? meaning : meaning.means;
}

function asItIs(value: unknown): unknown {
  return value;
}
