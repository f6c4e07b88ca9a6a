import type TurndownService from "turndown";

/** Parts of a table, in the order in which the converter visits them: before the table itself. */
const PARTS = new Set(["TD", "TH", "TR", "TABLE"]);

/**
 * Finds the rows of each table once. The rules for tables ask a table for its rows again for every row and column, and the DOM of the
 * converter searches the whole table each time: quadratic time, more than ten seconds for 1,000 rows.
 *
 * Add it after the rules for tables: the converter asks the last rule first.
 */
export function rememberTableRows(service: TurndownService): void {
  const known = new WeakSet<object>();
  service.addRule("table-rows", {
    filter: (node) => {
      if (!PARTS.has(node.nodeName)) return false;
      const table = tableOf(node);
      if (table === undefined || known.has(table)) return false;
      known.add(table);
      Object.defineProperty(table, "rows", { value: Array.from(table.rows) });
      return false;
    },
    replacement: (content) => content,
  });
}

function tableOf(part: Node): HTMLTableElement | undefined {
  let node: Node | null = part;
  while (node !== null && node.nodeName !== "TABLE") node = node.parentNode;
  return node === null ? undefined : (node as HTMLTableElement);
}
