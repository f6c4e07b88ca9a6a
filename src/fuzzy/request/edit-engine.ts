import { requireKnownKeys, requireKnownValue } from "../../values/index.js";
import { MATCHER_NAMES, type MatcherName } from "./matcher-name.js";
import { EDIT_PRESETS, type EditPresetName, type EditThresholds } from "./presets.js";

/** The choice of an edit engine: a preset, and what differs from it. */
export interface EditEngine {
  /** Default `"safe"`. */
  readonly preset?: EditPresetName | undefined;
  /** The matchers to try, in order; the first that finds anything decides. Default: those of the preset. */
  readonly matchers?: readonly MatcherName[] | undefined;
  /** Thresholds that override those of the preset. */
  readonly thresholds?: Partial<EditThresholds> | undefined;
}

const ENGINE_KEYS = { preset: true, matchers: true, thresholds: true } as const;

const PRESET_NAMES = Object.keys(EDIT_PRESETS);

const THRESHOLD_NAMES = Object.fromEntries(
  Object.keys(EDIT_PRESETS.safe.thresholds).map((name) => [name, true as const]),
);

/**
 * Checks the choice of an edit engine.
 *
 * @param what - its name in messages
 * @throws RangeError for an unknown preset, matcher or threshold, with the known ones; TypeError for another form
 */
export function checkEditEngine(engine: EditEngine, what: string): void {
  if (typeof engine !== "object" || engine === null || Array.isArray(engine)) {
    throw new TypeError(`${what} must be an object with preset, matchers or thresholds.`);
  }
  requireKnownKeys(what, engine, ENGINE_KEYS, "key");
  checkEngineValues(engine, `${what}.`);
}

/** Checks the values of an engine, as {@link checkEditEngine} does. */
export function checkEngineValues({ preset, matchers, thresholds }: EditEngine, prefix = ""): void {
  if (preset !== undefined) requireKnownValue(`${prefix}preset`, preset, PRESET_NAMES);
  if (matchers !== undefined) checkMatchers(matchers, `${prefix}matchers`);
  if (thresholds !== undefined) checkThresholds(thresholds, `${prefix}thresholds`);
}

function checkMatchers(matchers: readonly unknown[], what: string): void {
  if (!Array.isArray(matchers)) throw new TypeError(`${what} must be a list of names of matchers.`);
  if (matchers.length === 0)
    throw new RangeError(`${what} is empty, so no text could be found. Name at least one.`);
  for (const [index, name] of matchers.entries()) requireKnownValue(`${what}[${index}]`, name, MATCHER_NAMES);
}

function checkThresholds(thresholds: Partial<EditThresholds>, what: string): void {
  if (typeof thresholds !== "object" || thresholds === null)
    throw new TypeError(`${what} must be an object.`);
  const known = Object.keys(THRESHOLD_NAMES);
  for (const [name, value] of Object.entries(thresholds)) {
    if (value === undefined) continue;
    requireKnownValue(`A name in ${what}`, name, known);
    if (typeof value === "number" && value > 1 && /Share$|Similarity$/.test(name))
      throw new RangeError(`${what}.${name} must be a share from 0 to 1, but it is ${value}.`);
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) continue;
    throw new RangeError(`${what}.${name} must be a number of at least 0, but it is ${String(value)}.`);
  }
}
