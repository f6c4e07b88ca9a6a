import { type MatcherName, OPENCODE_MATCHERS, SAFE_MATCHERS } from "./matcher-name.js";

/** The thresholds that a host can change. Shares and similarities are 0 to 1. */
export interface EditThresholds {
  /** `alignment`: minimum share of the solid lines that are equal. */
  readonly equalLineShare: number;
  /** `alignment`: maximum share of all lines that are kept and differ by more than a typo. */
  readonly looseLineShare: number;
  /** `alignment`: minimum letters of a word part for one wrong letter in it to count as a typo. */
  readonly typoLetters: number;
  /** `alignment`: minimum characters of a single line that may be found with a typo. */
  readonly loneLineCharacters: number;
  /** `block-anchor` with one candidate (the OpenCode specification: 0.0). */
  readonly singleCandidateSimilarity: number;
  /** `block-anchor` with several candidates (the OpenCode specification: 0.3). */
  readonly multipleCandidatesSimilarity: number;
  /** `context-aware`: share of equal middle lines (the OpenCode specification: 50 %). */
  readonly contextLineShare: number;
  /** `most-similar`: minimum similarity of the place. */
  readonly placeSimilarity: number;
}

/** The matchers of a preset, in order, and their thresholds. */
export interface EditPreset {
  readonly matchers: readonly MatcherName[];
  readonly thresholds: EditThresholds;
}

/** Names of the presets. */
export type EditPresetName = "safe" | "opencode";

/**
 * The thresholds of the `"safe"` preset. Those of the specified matchers are raised until an invented middle
 * cannot match.
 */
const SAFE_THRESHOLDS: EditThresholds = {
  equalLineShare: 0.55,
  looseLineShare: 1 / 6,
  typoLetters: 5,
  loneLineCharacters: 20,
  singleCandidateSimilarity: 0.9,
  multipleCandidatesSimilarity: 0.95,
  contextLineShare: 0.9,
  placeSimilarity: 0.9,
};

/**
 * The presets: `"safe"` (the default; never edits a place that is not certain) and `"opencode"` (the matchers
 * and published thresholds of the OpenCode specification, which accept any middle between two correct
 * anchors: a host selects them deliberately).
 */
export const EDIT_PRESETS: Readonly<Record<EditPresetName, EditPreset>> = {
  safe: { matchers: SAFE_MATCHERS, thresholds: SAFE_THRESHOLDS },
  opencode: {
    matchers: OPENCODE_MATCHERS,
    thresholds: {
      ...SAFE_THRESHOLDS,
      singleCandidateSimilarity: 0.0,
      multipleCandidatesSimilarity: 0.3,
      contextLineShare: 0.5,
      placeSimilarity: 0.5,
    },
  },
};

/** Returns the preset of a name that was checked; `"safe"` without a name. */
export function presetOf(name: EditPresetName | undefined): EditPreset {
  return EDIT_PRESETS[name ?? "safe"];
}

/** Returns the thresholds of a preset with those of a host, which were checked. */
export function thresholdsOf(preset: EditPreset, own: Partial<EditThresholds> | undefined): EditThresholds {
  if (own === undefined) return preset.thresholds;
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...preset.thresholds, ...Object.fromEntries(given) };
}

/** Returns the matchers to run: the host's list, otherwise the preset's. */
export function matchersOf(
  preset: EditPreset,
  own: readonly MatcherName[] | undefined,
): readonly MatcherName[] {
  return own ?? preset.matchers;
}
