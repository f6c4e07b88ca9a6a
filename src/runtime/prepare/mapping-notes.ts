/** Number of names that are listed individually and in one note; a model may send thousands. */
const MAX_NAMES = 12;

/** Longest name that is shown in full, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns repair notes for a mapping of the parameters of an input; none if it changed nothing. A value that was only
 * renamed gets the same note as input repair writes.
 *
 * @example
 * mappingNotes({ file: "a", offset: 5 }, { path: "a", range: [5, 9] });
 * // ["path: renamed from file", "input: offset given as range"]
 */
export function mappingNotes(input: Parameters, mapped: Parameters): readonly string[] {
  if (input === mapped) return [];
  const from = changedKeys(input, mapped);
  const to = changedKeys(mapped, input);
  const notes: string[] = [];
  for (const name of to.slice(0, MAX_NAMES)) {
    const before = soleName(from, input, mapped[name]);
    // A value that occurs twice, or whose name existed before, does not show where it came from.
    if (before === undefined || Object.hasOwn(input, name) || Object.hasOwn(mapped, before)) continue;
    if (soleName(to, mapped, mapped[name]) === undefined) continue;
    notes.push(`${shown(name)}: renamed from ${shown(before)}`);
    from.splice(from.indexOf(before), 1);
    to.splice(to.indexOf(name), 1);
  }
  if (to.length > 0)
    notes.push(`input: ${from.length === 0 ? "nothing" : named(from)} given as ${named(to)}`);
  else if (from.length > 0) {
    notes.push(`input: ${named(from)} removed, because the tool has no such parameter`);
  }
  return notes;
}

function changedKeys(one: Parameters, other: Parameters): string[] {
  return Object.keys(one).filter((key) => !Object.hasOwn(other, key) || other[key] !== one[key]);
}

/** Returns the only name that has a value, if there is exactly one. */
function soleName(names: readonly string[], parameters: Parameters, value: unknown): string | undefined {
  const found = names.filter((name) => parameters[name] === value);
  return found.length === 1 ? found[0] : undefined;
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const first = names.slice(0, MAX_NAMES).map(shown).join(", ");
  return rest > 0 ? `${first} and ${rest} more` : first;
}

function shown(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH);
}
