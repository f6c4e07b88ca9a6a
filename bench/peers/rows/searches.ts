import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { Fixture, TimedRow } from "./row.js";

const FILES_PER_FOLDER = 50;
const LINES_PER_FILE = 40;
const NEEDLE = "rare needle in the haystack";

const TREE: Fixture = {
  name: "tree",
  write: (folder, { files }) => {
    for (let index = 0; index < files; index += 1) {
      const branch = Math.floor(index / FILES_PER_FOLDER);
      const parent = join(folder, `package-${branch % 20}`, "src", `feature-${branch}`);
      if (index % FILES_PER_FOLDER === 0) mkdirSync(parent, { recursive: true });
      const lines = Array.from(
        { length: LINES_PER_FILE },
        (_, line) => `const value${line} = compute(${index}, ${line});`,
      );
      if (index === Math.floor(files / 2)) lines.push(`// ${NEEDLE}`);
      writeFileSync(join(parent, `module-${index}.${index === 7 ? "vue" : "ts"}`), lines.join("\n"));
    }
  },
};

/** Rows that search many files: one line by its text, and one file by its name. */
export const SEARCHES: readonly TimedRow[] = [
  {
    type: "timed",
    id: "grep",
    title: "Find one line in many files",
    group: "searches",
    needs: "grep",
    repetitions: 5,
    fixture: TREE,
    prepare: (tools) => ({
      work: () => required(tools.grep)(NEEDLE),
      check: (text) =>
        text.includes("module-") && text.includes(NEEDLE) ? undefined : "the line was not found",
    }),
  },
  {
    type: "timed",
    id: "glob",
    title: "Find one file by its name",
    group: "searches",
    needs: "glob",
    repetitions: 5,
    fixture: TREE,
    prepare: (tools) => ({
      work: () => required(tools.glob)("**/*.vue"),
      check: (text) => (text.includes("module-7.vue") ? undefined : "the file was not found"),
    }),
  },
];
