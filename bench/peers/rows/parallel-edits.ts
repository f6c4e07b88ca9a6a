import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { CheckRow } from "./row.js";

const EDITS = 20;
const FILE = "list.ts";

/** Edits of different lines of one file that a model requests together. */
export const PARALLEL_EDITS: CheckRow = {
  type: "check",
  id: "parallel-edits",
  title: "20 edits of one file in one turn: kept",
  group: "checks",
  needs: "edit",
  count: async (tools, { folder }) => {
    const edit = required(tools.edit);
    const lines = Array.from({ length: EDITS }, (_, index) => `export const entry${index + 100} = "old";`);
    writeFileSync(join(folder, FILE), `${lines.join("\n")}\n`);
    const requests = lines.map((line) => ({ path: FILE, old: line, next: line.replace("old", "new") }));
    if (tools.editTogether) await tools.editTogether(requests);
    else await Promise.allSettled(requests.map((request) => edit(request)));
    const kept = readFileSync(join(folder, FILE), "utf8").split('"new"').length - 1;
    return { text: `${kept} of ${EDITS}`, score: kept / EDITS };
  },
};
