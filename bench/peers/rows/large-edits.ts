import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { TimedRow } from "./row.js";

const SIZES: readonly (readonly [title: string, bytes: number])[] = [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["10 MB", 10_000_000],
];

const FILE = "module.ts";
/** The edited lines, which stand in the middle of the file. */
const OLD = `export function settle(order: Order): Receipt {\n  return receiptOf(order);\n}\n`;
const NEXT = OLD.replace("receiptOf(order)", "receiptOf(order, now())");
/** Lines of the same form that are not in the file. */
const MISSED = `export function cancelSubscription(user: Customer): Refund {\n  const open = invoicesOf(user).filter(isOpen);\n  return refundAll(open);\n}\n`;

/** Rows that edit files: an old text that occurs exactly once, and one that does not occur. */
export const LARGE_EDITS: readonly TimedRow[] = SIZES.flatMap(([title, bytes]) => [
  editRow(`Exact edit of ${title}`, bytes, true),
  editRow(`Missed edit of ${title}`, bytes, false),
]);

function editRow(title: string, bytes: number, isExact: boolean): TimedRow {
  const text = sourceText(bytes);
  const expected = isExact ? text.replace(OLD, () => NEXT) : text;
  return {
    type: "timed",
    id: `${isExact ? "exact" : "missed"}-edit-${bytes}`,
    title,
    group: "edits",
    needs: "edit",
    repetitions: bytes > 1_000_000 ? 5 : 9,
    prepare: (tools, { folder }) => {
      const path = join(folder, FILE);
      return {
        before: () => writeFileSync(path, text),
        work: async () => {
          const edit = required(tools.edit);
          try {
            return await edit({ path: FILE, old: isExact ? OLD : MISSED, next: NEXT });
          } catch (thrown) {
            if (isExact) throw thrown;
            return "refused"; // the expected end of a missed edit
          }
        },
        check: () => (readFileSync(path, "utf8") === expected ? undefined : "the file is wrong afterwards"),
      };
    },
  };
}

function sourceText(bytes: number): string {
  const lines: string[] = [];
  for (let length = 0, index = 0; length < bytes / 2; index += 1) {
    const line = `  const value${index} = compute(${index}, "item ${index}");\n`;
    lines.push(line);
    length += line.length;
  }
  const half = lines.join("");
  return `${half}${OLD}${half.replaceAll("value", "other")}`;
}
