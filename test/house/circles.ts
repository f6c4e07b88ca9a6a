/**
 * Returns the circles of a graph of imports: every group of files that reach each other, each sorted, in order of their first file.
 *
 * @param imports - the files that each file imports; a file that is not a key has no imports
 */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];

  // Tarjan's algorithm; import chains are short enough for recursion.
  const visit = (file: string): number => {
    const position = order.size;
    order.set(file, position);
    open.push(file);
    isOpen.add(file);
    let low = position;
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (isOpen.has(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === position) {
      const circle = open.splice(open.indexOf(file));
      for (const member of circle) isOpen.delete(member);
      if (circle.length > 1 || imports.get(file)?.includes(file)) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}
