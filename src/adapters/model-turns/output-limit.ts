/** The smaller of what the request and the model's options allow a reply; nothing where neither says. */
export function outputLimit(requested: number | undefined, own: number | undefined): number | undefined {
  if (requested === undefined || own === undefined) return requested ?? own;
  return Math.min(requested, own);
}
