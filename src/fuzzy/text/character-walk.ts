import { BLANK_CLASS, characterClass, isInvisible, isWordCode, lookAlike } from "./characters.js";

/** The kind of gap before a character. */
const NO_GAP = 0;
const BLANK_GAP = 1;
const NEWLINE_GAP = 2;

/** The visible characters of a needle, folded, each with the kind of gap before it. */
export interface VisibleNeedle {
  readonly characters: readonly number[];
  readonly gaps: readonly number[];
  /** Index in `characters` at which the probe starts. */
  readonly probeAt: number;
  /** An uninterrupted piece of ASCII text of the needle; a native search for it locates candidates. */
  readonly probe: string;
}

/** Maximum length of a probe: enough to be rare, short enough to be compared quickly. */
const MAX_PROBE_CHARACTERS = 32;

/** Returns the visible characters of a needle; `undefined` if it has no possible probe. */
export function visibleNeedle(text: string): VisibleNeedle | undefined {
  const folded = text.normalize("NFC");
  const characters: number[] = [];
  const gaps: number[] = [];
  let gap = NO_GAP;
  let probe = "";
  let probeAt = -1;
  let runStart = 0;
  let runLength = 0;
  const endRun = () => {
    if (runLength > probe.length) {
      probe = folded.slice(runStart, runStart + runLength);
      probeAt = characters.length - runLength;
    }
    runLength = 0;
  };
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (isInvisible(code)) {
      endRun();
      continue;
    }
    if (characterClass(code) === BLANK_CLASS) {
      endRun();
      gap = Math.max(gap, code === 10 ? NEWLINE_GAP : BLANK_GAP);
      continue;
    }
    const alike = lookAlike(code);
    // The file may contain look-alikes of quotes, dashes and dots, so they are never part of a probe.
    if (
      code > 127 ||
      code === 34 ||
      code === 39 ||
      code === 45 ||
      code === 46 ||
      runLength >= MAX_PROBE_CHARACTERS
    ) {
      endRun();
    }
    if (alike === undefined) {
      characters.push(code);
      gaps.push(gap);
      gap = NO_GAP;
    } else {
      for (const character of alike) {
        characters.push(character.charCodeAt(0));
        gaps.push(gap);
        gap = NO_GAP;
      }
    }
    if (code <= 127 && code !== 34 && code !== 39 && code !== 45 && code !== 46) {
      if (runLength === 0) runStart = at;
      runLength += 1;
    }
  }
  endRun();
  return probe === "" ? undefined : { characters, gaps, probeAt, probe };
}

/** A place of the content that the walk over visible characters found. */
export interface WalkedPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Compares the needle with the content around one occurrence of its probe, skipping blanks on both sides.
 *
 * Two word characters must be separate in both or in neither. `newlines: "same"` requires a line end exactly
 * where the needle has one; `"free"` accepts a line end for any blank. `steps` is the cost of the walk.
 */
export function walkFrom(
  content: string,
  needle: VisibleNeedle,
  probeOffset: number,
  newlines: "same" | "free",
): { place: WalkedPlace | undefined; steps: number } {
  const { characters, probeAt } = needle;
  let steps = 0;
  let offset = probeOffset;
  let end = offset;
  // Forward, including the probe.
  for (let at = probeAt; at < characters.length; ) {
    let gap = NO_GAP;
    for (; offset < content.length; offset++) {
      const code = content.charCodeAt(offset);
      if (isInvisible(code)) continue;
      if (characterClass(code) !== BLANK_CLASS) break;
      gap = Math.max(gap, code === 10 ? NEWLINE_GAP : BLANK_GAP);
      steps++;
    }
    if (offset >= content.length) return { place: undefined, steps };
    if (at > probeAt && !gapsAgree(gap, needle, at, newlines)) {
      return { place: undefined, steps };
    }
    const taken = sameCharacters(content.charCodeAt(offset), characters, at, 1);
    if (taken === 0) return { place: undefined, steps };
    at += taken;
    offset++;
    end = offset;
    steps++;
  }
  // Backward from the probe.
  offset = probeOffset;
  let start = probeOffset;
  for (let at = probeAt - 1; at >= 0; ) {
    let gap = NO_GAP;
    for (; offset > 0; offset--) {
      const code = content.charCodeAt(offset - 1);
      if (isInvisible(code)) continue;
      if (characterClass(code) !== BLANK_CLASS) break;
      gap = Math.max(gap, code === 10 ? NEWLINE_GAP : BLANK_GAP);
      steps++;
    }
    if (offset === 0) return { place: undefined, steps };
    if (!gapsAgree(gap, needle, at + 1, newlines)) return { place: undefined, steps };
    const taken = sameCharacters(content.charCodeAt(offset - 1), characters, at, -1);
    if (taken === 0) return { place: undefined, steps };
    at -= taken;
    offset--;
    start = offset;
    steps++;
  }
  return { place: { start, end }, steps };
}

/**
 * Returns how many needle characters one content character represents (three for an ellipsis), 0 if it
 * differs.
 */
function sameCharacters(code: number, characters: readonly number[], at: number, direction: 1 | -1): number {
  if (code === characters[at]) return 1;
  const alike = lookAlike(code);
  if (alike === undefined) return 0;
  for (let place = 0; place < alike.length; place++) {
    const own = direction === 1 ? place : alike.length - 1 - place;
    if (characters[at + place * direction] !== alike.charCodeAt(own)) return 0;
  }
  return alike.length;
}

/** Returns whether a gap of the content fits the gap before a character of the needle. */
function gapsAgree(
  file: number,
  { characters, gaps }: VisibleNeedle,
  at: number,
  newlines: "same" | "free",
): boolean {
  const own = gaps[at] as number;
  if (newlines === "same" && (file === NEWLINE_GAP) !== (own === NEWLINE_GAP)) return false;
  const apart = isWordCode(characters[at - 1] as number) && isWordCode(characters[at] as number);
  return !apart || (file === NO_GAP) === (own === NO_GAP);
}

const GLUING_MARKS = "=<>!&|+-*/%^~?.:";

/** Returns whether a place would split a word, a number or an operator of the content at either end. */
export function cutsToken(content: string, start: number, end: number): boolean {
  return isGlued(content, start) || isGlued(content, end);
}

function isGlued(content: string, at: number): boolean {
  if (at <= 0 || at >= content.length) return false;
  const left = content.charCodeAt(at - 1);
  const right = content.charCodeAt(at);
  if (isWordCode(left) && isWordCode(right)) return true;
  if (isDigit(left) && right === 46 && isDigit(content.charCodeAt(at + 1))) return true;
  if (left === 46 && isDigit(right) && isDigit(content.charCodeAt(at - 2))) return true;
  return (
    GLUING_MARKS.includes(String.fromCharCode(left)) && GLUING_MARKS.includes(String.fromCharCode(right))
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
