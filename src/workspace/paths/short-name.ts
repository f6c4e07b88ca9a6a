/** A short name that a FAT or NTFS volume assigns to a longer one: `GITHUB~1`, `ENV~1.LOC` (Microsoft, Naming Files: Short vs. Long Names). */
const SHORT_NAME = /^([^.~]{1,6})~(\d{1,6})(?:\.([^.]{1,3}))?$/;

/** Length of the part of a short name before its extension. */
const STEM_LENGTH = 8;

/** Length of the extension of a short name. */
const EXTENSION_LENGTH = 3;

/** After several names with the same start, NTFS keeps two characters and adds four of a checksum: `GI7EBA~1`. */
const CHECKSUM = /^.{2}[0-9a-f]{4}$/;

/** Characters that a short name does not contain; the volume writes `_` for them. */
const REPLACED = /[+,;=[\]]/g;

/** Returns whether a name has the form of a short name. */
export function isShortName(name: string): boolean {
  return name.includes("~") && SHORT_NAME.test(name);
}

/**
 * Returns whether a name may be the short name of a file whose long name matches a pattern. On a volume with short names it
 * opens that file. A name that is short itself has no second one.
 *
 * @param name - folded
 * @param pattern - one segment of a folded pattern
 */
export function mayBeShortNameOf(name: string, pattern: string): boolean {
  // Most names are compared with many patterns.
  if (!name.includes("~")) return false;
  const [, stem, digits, extension = ""] = SHORT_NAME.exec(name) ?? [];
  if (stem === undefined || digits === undefined) return false;
  const long = pattern.replace(/^[. ]+/, "");
  const dot = long.lastIndexOf(".");
  const [base, ending] = dot <= 0 ? [long, ""] : [long.slice(0, dot), long.slice(dot + 1)];
  const hasWildcard = pattern.includes("*");
  const letters = shortened(hasWildcard ? long.slice(0, long.indexOf("*")) : base);
  if (!hasWildcard && isShort(pattern, base, ending)) return false;
  // A wildcard at the end may contain the last dot, so that its extension is any.
  const fits = pattern.endsWith("*") || isExtension(extension, ending);
  return fits && isStem(stem, digits, letters, { hasWildcard });
}

function isShort(pattern: string, base: string, ending: string): boolean {
  const fits = base.length <= STEM_LENGTH && ending.length <= EXTENSION_LENGTH;
  return fits && !pattern.startsWith(".") && shortened(base) === base;
}

/** Removes what a short name does not contain. */
function shortened(text: string): string {
  return text.replace(/[. ]/g, "").replace(REPLACED, "_");
}

function isExtension(extension: string, ending: string): boolean {
  const wildcard = ending.indexOf("*");
  const known = (wildcard === -1 ? ending : ending.slice(0, wildcard)).slice(0, EXTENSION_LENGTH);
  return wildcard === -1 ? extension === shortened(known) : extension.startsWith(shortened(known));
}

function isStem(
  stem: string,
  digits: string,
  letters: string,
  { hasWildcard }: { readonly hasWildcard: boolean },
): boolean {
  if (CHECKSUM.test(stem) && letters.length >= 2 && stem.startsWith(letters.slice(0, 2))) return true;
  if (stem.length < Math.min(letters.length, STEM_LENGTH - 1 - digits.length)) return false;
  return letters.startsWith(stem) || (hasWildcard && stem.startsWith(letters));
}
