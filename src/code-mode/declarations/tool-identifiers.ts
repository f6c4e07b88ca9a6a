/**
 * Returns the identifiers under which a program finds tools, in the order of the names: every character that an
 * identifier cannot have becomes `_`. Of two names with the same identifier, the first has it; the other one is found
 * under its own name (`tools["name"]`).
 *
 * @example toolIdentifiers(["Read", "mcp__git-hub__search"]); // [["Read", "Read"], ["mcp__git_hub__search", "mcp__git-hub__search"]]
 */
export function toolIdentifiers(names: readonly string[]): readonly (readonly [string, string])[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=\d)/, "_");
    const identifier = taken.has(plain) ? name : plain;
    taken.add(identifier);
    return [identifier, name] as const;
  });
}
