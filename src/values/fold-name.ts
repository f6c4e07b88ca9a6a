/**
 * Returns a name or path in the form in which a volume that ignores letter case compares it: composed and in one case, so that
 * each spelling of a file has the same form. Names that only some volumes distinguish (`ſ` and `s`, `ß` and `ss`) have one form as
 * well: for what is refused or locked. What is allowed is compared by {@link foldLetterCase}.
 *
 * @example
 * foldName("E\u0301t\u00c9.TXT") === foldName("\u00e9te\u0301.txt"); // true
 */
export function foldName(name: string): string {
  return isPlain(name)
    ? name.toLowerCase()
    : name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * Returns a name or path composed and in lower case, letter by letter: names that a volume may keep apart (`straße` and `strasse`)
 * have different forms, so that permission for one is none for the other.
 *
 * @example
 * foldLetterCase("STRA\u00dfE") === foldLetterCase("stra\u00dfe"); // true
 */
export function foldLetterCase(name: string): string {
  if (isPlain(name)) return name.toLowerCase();
  let folded = "";
  for (const letter of name.normalize("NFC")) {
    const lower = letter.toLowerCase();
    folded += lower.length === letter.length ? lower : letter;
  }
  return folded.normalize("NFC");
}

/** ASCII needs no tables. */
function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Returns how the paths of a volume are compared: by {@link foldName}, or unchanged if it distinguishes letter case. */
export function pathFolding(
  files: { readonly caseSensitive: boolean } | undefined,
): (path: string) => string {
  return files?.caseSensitive === false ? foldName : (path) => path;
}
