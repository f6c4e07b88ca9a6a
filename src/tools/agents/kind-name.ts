/** The name of a kind without what spellings differ in: letter case, and what stands between its words. */
export function nameOfKind(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}
