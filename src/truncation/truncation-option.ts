import { checkTruncationLimits, type TruncationPolicy } from "../contract/index.js";
import { isRecord, type KeysOf, requireKnownKeys, shownValue } from "../values/index.js";
import { mergeLimits } from "./result-ceiling.js";
import type { TruncationPreset } from "./truncation-preset.js";

const PRESET_NAMES = { limits: true, notice: true } as const satisfies KeysOf<TruncationPreset>;

/**
 * Checks the option `truncation` of a host: limits, or a preset of limits and notice.
 *
 * @param what - the name of the option, for messages
 * @throws TypeError for a value of another kind and for an unknown key, RangeError for an impossible limit
 *
 * @example
 * checkTruncationOption({ maxLine: 5 });
 * // TypeError: truncation has no key "maxLine". Did you mean "maxLines"?
 */
export function checkTruncationOption(
  option: TruncationPolicy | TruncationPreset,
  what = "truncation",
): void {
  if (!isRecord(option) || !("limits" in option || "notice" in option)) {
    checkTruncationLimits(option, what);
    return;
  }
  requireKnownKeys(what, option, PRESET_NAMES, "key");
  const { limits, notice } = option;
  checkTruncationLimits(limits, `${what}.limits`);
  if (typeof notice === "function") return;
  throw new TypeError(
    `${what}.notice must be a function that returns the notice, but it is ${shownValue(notice)}.`,
  );
}

/**
 * Returns the truncation of a runtime: limits of the host are completed by those of its toolset and keep the notice of the
 * toolset; a preset of the host replaces the toolset's.
 *
 * @throws TypeError and RangeError as {@link checkTruncationOption} does
 *
 * @example
 * completeTruncation({ keep: "tail" }, OPENCODE_TRUNCATION).limits; // { maxLines: 2000, maxBytes: 51_200, keep: "tail" }
 */
export function completeTruncation(
  given: TruncationPolicy | TruncationPreset | undefined,
  preset: TruncationPreset | undefined,
): TruncationPolicy | TruncationPreset | undefined {
  if (given === undefined) return preset;
  checkTruncationOption(given);
  if (preset === undefined || "limits" in given) return given;
  return { limits: mergeLimits(given, preset.limits), notice: preset.notice };
}
