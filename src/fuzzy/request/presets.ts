import { type MatcherName, OPENCODE_MATCHERS, SAFE_MATCHERS } from "./matcher-name.js";

/** The numbers a host can change. Shares and similarities are 0 to 1. */
export interface EditThresholds {
  /** `alignment`: share of the solid lines that must be equal. */
  readonly equalLineShare: number;
  /** `alignment`: kept lines that may differ beyond a typo, as a share of all lines. */
  readonly looseLineShare: number;
  /** `alignment`: letters a word part needs before one wrong letter in it counts as a typo. */
  readonly typoLetters: number;
  /** `alignment`: characters a lone line needs before it may be found by a typo. */
  readonly loneLineCharacters: number;
  /** `block-anchor` with one candidate (seed 004: 0.0). */
  readonly singleCandidateSimilarity: number;
  /** `block-anchor` with several candidates (seed 004: 0.3). */
  readonly multipleCandidatesSimilarity: number;
  /** `context-aware`: share of equal middle lines (seed 004: 50 %). */
  readonly contextLineShare: number;
  /** `diff-match-patch`: least similarity of the place, as in that library's 0.5 (seed 002). */
  readonly patchSimilarity: number;
}

/** Which matchers run, in order, and with which numbers. */
export interface EditPreset {
  readonly matchers: readonly MatcherName[];
  readonly thresholds: EditThresholds;
}

/** Names of the presets. */
export type EditPresetName = "safe" | "opencode";

/** The numbers of the `"safe"` preset. Those of the seeds' matchers are raised until a made-up middle cannot pass. */
const SAFE_THRESHOLDS: EditThresholds = {
  equalLineShare: 0.55,
  looseLineShare: 1 / 6,
  typoLetters: 5,
  loneLineCharacters: 20,
  singleCandidateSimilarity: 0.9,
  multipleCandidatesSimilarity: 0.95,
  contextLineShare: 0.9,
  patchSimilarity: 0.9,
};

/**
 * The presets: `"safe"` (the default; never a place that is not certain) and `"opencode"` (the matchers and published
 * thresholds of seed 004, which accept any middle between two right anchors: a host chooses them knowingly).
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
      patchSimilarity: 0.5,
    },
  },
};

/** The preset of a name; `"safe"` for no name or one that is none. */
export function presetOf(name: EditPresetName | undefined): EditPreset {
  return name !== undefined && Object.hasOwn(EDIT_PRESETS, name) ? EDIT_PRESETS[name] : EDIT_PRESETS.safe;
}

/** The thresholds of a preset with a host's own; what is no number is left out. */
export function thresholdsOf(preset: EditPreset, own: Partial<EditThresholds> | undefined): EditThresholds {
  if (typeof own !== "object" || own === null) return preset.thresholds;
  const numbers = Object.entries(own).filter(
    ([, value]) => typeof value === "number" && !Number.isNaN(value),
  );
  return { ...preset.thresholds, ...Object.fromEntries(numbers) };
}

/** The matchers to run: a host's own list, else the preset's. */
export function matchersOf(
  preset: EditPreset,
  own: readonly MatcherName[] | undefined,
): readonly MatcherName[] {
  return Array.isArray(own) ? own : preset.matchers;
}
