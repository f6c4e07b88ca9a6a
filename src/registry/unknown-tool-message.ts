/** Maximum characters of a requested name in a message. */
const MAX_SHOWN_LENGTH = 80;

/**
 * Returns the message to a model that no tool has the requested name, with advice or similar names.
 *
 * @param nearest - canonical names, the closest first
 * @param instead - sentences about what to do without the tool; the nearest names are omitted then
 */
export function unknownToolMessage(
  requestedName: string,
  nearest: readonly string[],
  instead?: string,
): string {
  const unknown = `There is no tool named ${show(requestedName)}.`;
  if (instead !== undefined) return `${unknown} ${instead}`;
  if (nearest.length === 0) return `${unknown} Call one of the offered tools by its exact name.`;
  const listed = nearest.map((name) => `'${name}'`).join(" or ");
  return `${unknown} Did you mean ${listed}? Call the tool again by that name.`;
}

// Escaped as JSON, so that line breaks and control characters of a hostile name stay inside its quotes.
function show(name: string): string {
  const text = String(name);
  return text.length > MAX_SHOWN_LENGTH
    ? `${JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH))}… (${text.length} characters)`
    : JSON.stringify(text);
}
