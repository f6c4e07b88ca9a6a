/** Returns the name of a kind without letter case and word separators, in which spellings differ. */
export function nameOfKind(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}
