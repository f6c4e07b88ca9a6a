/** Returns the smaller of the request's and the model's limit for a reply; undefined if neither is set. */
export function outputLimit(requested: number | undefined, own: number | undefined): number | undefined {
  if (requested === undefined || own === undefined) return requested ?? own;
  return Math.min(requested, own);
}
