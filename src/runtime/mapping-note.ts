/** Names told in a note; a model may send thousands. */
const MAX_NAMES = 12;

/** The longest name that is told in full, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

/**
 * Says in a repair note what a mapping made of the parameters of an input; nothing where it left all as it was.
 *
 * @example
 * mappingNote({ file: "a", offset: 5 }, { path: "a", range: [5, 9] }); // ["input: file, offset given as path, range"]
 */
export function mappingNote(
  input: Readonly<Record<string, unknown>>,
  mapped: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (input === mapped) return [];
  const isOther = (one: typeof input, other: typeof input) => (key: string) =>
    !Object.hasOwn(other, key) || other[key] !== one[key];
  const from = Object.keys(input).filter(isOther(input, mapped));
  const to = Object.keys(mapped).filter(isOther(mapped, input));
  if (from.length === 0 && to.length === 0) return [];
  if (to.length === 0) return [`input: ${named(from)} left out, because the tool has nothing of the kind`];
  return [`input: ${from.length === 0 ? "nothing" : named(from)} given as ${named(to)}`];
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
