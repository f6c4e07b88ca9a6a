/** Makes a test whether a name is one of some names, in which `*` stands for anything; case does not count. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*"),
  );
  const expression = new RegExp(`^(?:${alternatives.join("|")})$`, "is");
  return (name) => expression.test(name);
}
