/**
 * The anchor of a heading, by GitHub's rule: the same link leads to the same heading there and on the site.
 *
 * @example
 * headingAnchor("Ask a person"); // "ask-a-person"
 */
export function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\- ]/gu, "")
    .replaceAll(" ", "-");
}
