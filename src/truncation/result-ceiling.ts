import type { ContentPart, TextLimits } from "../contract/index.js";

/**
 * Maximum bytes of text that a model reads of one result, whatever a host or a tool sets. Our own limit: ten times the
 * general limit of the Amp specification, and more tokens than most models accept in one request.
 */
export const MAX_RESULT_BYTES = 1_048_576;

/**
 * Maximum characters, in base64, of all images and files of one result, whatever a host or a tool sets: a request of
 * Anthropic's API may have 32 MB.
 */
export const MAX_RESULT_MEDIA_CHARACTERS = 33_554_432;

const CEILING: TextLimits = Object.freeze({ maxBytes: MAX_RESULT_BYTES });

/** Bytes that one character of base64 stands for. */
const BYTES_PER_CHARACTER = 3 / 4;

/**
 * Returns the limits that apply to a result: those of the policy, completed by the defaults, and never more than
 * {@link MAX_RESULT_BYTES}.
 *
 * A member that is `undefined` counts as absent. `false`, the policy of a tool that limits its own output, leaves only
 * the ceiling.
 *
 * @example
 * mergeLimits({ keep: "tail" }, { maxBytes: 102_400 }); // { maxBytes: 102_400, keep: "tail" }
 */
export function mergeLimits(policy: TextLimits | false | undefined, defaults: TextLimits): TextLimits {
  if (policy === false) return CEILING;
  const given = Object.entries(policy ?? {}).filter(([, value]) => value !== undefined);
  const merged: TextLimits = { ...defaults, ...Object.fromEntries(given) };
  const { maxBytes = Infinity } = merged;
  return maxBytes > MAX_RESULT_BYTES ? { ...merged, maxBytes: MAX_RESULT_BYTES } : merged;
}

/**
 * Replaces the images and files that exceed {@link MAX_RESULT_MEDIA_CHARACTERS} together by a sentence for the model;
 * returns the same list if all fit.
 */
export function limitMedia(parts: readonly ContentPart[]): readonly ContentPart[] {
  let available = MAX_RESULT_MEDIA_CHARACTERS;
  let replaced = false;
  const limited = parts.map((part) => {
    if (part.type !== "image" && part.type !== "file") return part;
    if (part.data.length <= available) {
      available -= part.data.length;
      return part;
    }
    replaced = true;
    return omittedMedia(part.type, part.mediaType, part.data.length);
  });
  return replaced ? limited : parts;
}

function omittedMedia(type: string, mediaType: string, characters: number): ContentPart {
  const limit = mebibytes(MAX_RESULT_MEDIA_CHARACTERS);
  return {
    type: "text",
    text: `[The ${type} (${mediaType}, ${mebibytes(characters)} MiB) is not shown: all images and files of one result may have ${limit} MiB together.]`,
  };
}

function mebibytes(characters: number): number {
  return Math.ceil((characters * BYTES_PER_CHARACTER) / 1024 ** 2);
}
