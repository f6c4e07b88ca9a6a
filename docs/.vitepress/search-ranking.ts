/**
 * Returns the factor of the score of a search result: guides stand above the reference, and the records of decisions below both. It names
 * its numbers itself and imports nothing, because VitePress passes its text to the browser.
 *
 * @param id - the path of a page with the anchor of a heading
 */
export function rankSearchResult(id: string): number {
  if (id.includes("/decisions/")) return 0.5;
  return id.includes("/reference/") ? 1 : 4;
}
