import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { required } from "./required.js";
import type { CheckRow } from "./row.js";

const SEED = 27;
const PER_KIND = 2;
const ROOT = resolve(import.meta.dirname, "../../..");
/** The folders whose source files are edited: those of `npm run score:edits`. */
const SOURCES = [join(ROOT, "test/fuzzy/samples"), join(ROOT, "node_modules")];

/**
 * Edits with the mistakes of models, as `npm run score:edits` generates them, made by the tool of the peer in a real file. Patches and edits that
 * need the text of an earlier read are left out: only some peers have them.
 */
export const GENERATED_EDITS: CheckRow = {
  type: "check",
  id: "generated-edits",
  title: "Edits with mistakes of models: right / refused / wrong",
  group: "checks",
  needs: "edit",
  count: async (tools, { folder }) => {
    const edit = required(tools.edit);
    // Loaded late, because the workers of all other rows do not need them.
    const { sourceFiles } = await import("../../../scripts/score-generated-edits.js");
    const { generateMistakes } = await import("../../../test/fuzzy/mistakes/score.js");
    const counts = { right: 0, refused: 0, wrong: 0 };
    let cases = 0;
    for (const { made, file } of generateMistakes({
      files: sourceFiles({ folders: SOURCES, seed: SEED }),
      perKind: PER_KIND,
      seed: SEED,
    })) {
      if (made.patch !== undefined || made.base !== undefined) continue;
      cases += 1;
      // Each case has its own folder: an earlier case must not count as an earlier read.
      mkdirSync(join(folder, String(cases)));
      const path = join(String(cases), basename(file.path));
      writeFileSync(join(folder, path), made.content);
      const { old, next, replaceAll = false } = made;
      await edit({ path, old, next, replaceAll }).catch(() => undefined); // the file shows what happened
      const after = readFileSync(join(folder, path), "utf8");
      const isRefused = after === made.content;
      const isRight =
        made.expect === "refuse"
          ? isRefused
          : after === made.expect.content || (isRefused && made.mayRefuse === true);
      counts[isRight ? "right" : isRefused ? "refused" : "wrong"] += 1;
    }
    const share = (count: number) => `${((100 * count) / cases).toFixed(1)} %`;
    return {
      text: `${share(counts.right)} / ${share(counts.refused)} / ${share(counts.wrong)}`,
      // A wrong change costs more than a refusal, which the model can correct.
      score: (counts.right - counts.wrong) / cases,
    };
  },
};
