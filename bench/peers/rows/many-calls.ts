import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { TimedRow } from "./row.js";

const CALLS = 10_000;

/** Many small calls, one after the other. */
export const MANY_CALLS: TimedRow = {
  type: "timed",
  id: "many-calls",
  title: "10,000 reads of a small file",
  group: "calls",
  needs: "read",
  repetitions: 3,
  prepare: (tools, { folder }) => ({
    before: () => writeFileSync(join(folder, "small.txt"), "one\ntwo\nthree\n"),
    work: async () => {
      const read = required(tools.read);
      let text = "";
      for (let call = 0; call < CALLS; call += 1)
        text = await read({ path: "small.txt", first: 1, lines: 3 });
      return text;
    },
    check: (text) => (text.includes("three") ? undefined : "the text is missing in the result"),
  }),
};
