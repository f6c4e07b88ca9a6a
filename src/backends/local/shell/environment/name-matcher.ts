/**
 * Creates a test whether a name matches one of the patterns, in which `*` matches anything; case is ignored.
 */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*"),
  );
  const expression = new RegExp(`^(?:${alternatives.join("|")})$`, "is");
  return (name) => expression.test(name);
}
