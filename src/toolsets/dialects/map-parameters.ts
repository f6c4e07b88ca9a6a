import type { AnyTool, InputMapping } from "../../contract/index.js";
import type { Act, Dialect, Meaning, Meant } from "./dialect.js";

/** Interpretation of a received parameter. */
interface Word {
  readonly means: string;
  readonly read: (value: unknown) => unknown;
  /** Returns whether the tool accepts the value under this name unchanged. */
  readonly keeps: (value: unknown) => boolean;
}

/** The tool's own parameter for a meaning. */
interface OwnWord {
  readonly parameter: string;
  readonly say: (value: unknown) => unknown;
}

/**
 * Creates the input mappings of a tool, one for each of its names: parameters in any dialect become the tool's own, with
 * precedence for the dialect of the called name.
 *
 * A parameter that the tool accepts unchanged stays, and takes precedence over the same meaning in another dialect. A
 * meaning that the tool does not support is dropped, which the runtime reports to the model; a parameter that no dialect knows stays, for repair and validation. An
 * input without foreign parameters is returned as the same object. Does not throw.
 */
export function mapParameters(act: Act, own: Dialect, tool: AnyTool): (name: string) => InputMapping {
  const ownWords = ownWordsOf(own, tool);
  const foreign = optionalParameters(act, tool, ownWords);
  return (name) => {
    let words: ReadonlyMap<string, Word> | undefined;
    const mapInput = (input: Readonly<Record<string, unknown>>) => {
      // Created on demand: most tools are never called by most of their names.
      words ??= wordsFor(byPrecedence(act, own, name), own, ownWords);
      return mapped(input, words, ownWords, own);
    };
    return Object.assign(mapInput, {
      parameters: [...new Set([...parametersUnder(name, act), ...foreign])],
    });
  };
}

function mapped(
  input: Readonly<Record<string, unknown>>,
  words: ReadonlyMap<string, Word>,
  ownWords: ReadonlyMap<string, OwnWord>,
  own: Dialect,
): Record<string, unknown> {
  const entries = Object.entries(input);
  // Most calls use the tool's own parameters.
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

/** Returns whether a value is present: models send `null` for omitted parameters. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns the parameters of the tools with a name, in all dialects. */
function parametersUnder(name: string, { dialects }: Act): readonly string[] {
  return dialects
    .filter(({ names }) => names.includes(name))
    .flatMap(({ parameters }) => Object.keys(parameters));
}

/** Returns the names in all dialects of the optional parameters of a tool: a misspelled one must not be ignored. */
function optionalParameters(
  { dialects }: Act,
  { inputSchema }: AnyTool,
  ownWords: ReadonlyMap<string, OwnWord>,
): readonly string[] {
  const required = new Set(inputSchema.required ?? []);
  return dialects.flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, meaning]) => {
      const own = ownWords.get(meaningOf(meaning));
      return own === undefined || required.has(own.parameter) ? [] : [name];
    }),
  );
}

/** Orders the dialects: those with the called name first, and among them the tool's own first. */
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
