/** Names told one by one, and in one note; a model may send thousands. */
const MAX_NAMES = 12;

/** The longest name that is told in full, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Says in repair notes what a mapping made of the parameters of an input; nothing where it left all as it was. A value that
 * only got another name is told as input repair tells it.
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
    // A value that came twice, or stands under a name that was there before, tells nothing about where it came from.
    if (before === undefined || Object.hasOwn(input, name) || Object.hasOwn(mapped, before)) continue;
    if (soleName(to, mapped, mapped[name]) === undefined) continue;
    notes.push(`${shown(name)}: renamed from ${shown(before)}`);
    from.splice(from.indexOf(before), 1);
    to.splice(to.indexOf(name), 1);
  }
  if (to.length > 0)
    notes.push(`input: ${from.length === 0 ? "nothing" : named(from)} given as ${named(to)}`);
  else if (from.length > 0) {
    notes.push(`input: ${named(from)} left out, because the tool has nothing of the kind`);
  }
  return notes;
}

function changedKeys(one: Parameters, other: Parameters): string[] {
  return Object.keys(one).filter((key) => !Object.hasOwn(other, key) || other[key] !== one[key]);
}

/** The one name under which a value stands. */
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
