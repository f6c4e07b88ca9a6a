import { loadEditPeers } from "../bench/peers/edit-peers.js";
import { generateMistakes } from "../test/fuzzy/mistakes/score.js";
import { type GeneratedEditsOptions, sourceFiles } from "./score-generated-edits.js";

/**
 * Prints how many generated edits each engine makes right, refuses and makes wrong. Only edits of one text with an old and a new text are
 * compared: no engine but Collet knows the text that was read, and patches have other engines.
 */
export async function compareGeneratedEdits(
  options: Omit<GeneratedEditsOptions, "shown"> & { readonly peersFolder: string | undefined },
): Promise<void> {
  const { peers, missing } = await loadEditPeers(options.peersFolder);
  const cases = [...generateMistakes({ ...options, files: sourceFiles(options) })].filter(
    ({ made }) => made.patch === undefined && made.base === undefined,
  );
  console.log(`${cases.length} edits of ${new Set(cases.map(({ kind }) => kind)).size} kinds`);
  for (const { name, edit } of peers) {
    const counts = { right: 0, refused: 0, wrong: 0 };
    const times: number[] = [];
    for (const { made } of cases) {
      const startedAt = performance.now();
      const result = await edit(made);
      times.push(performance.now() - startedAt);
      const expected = made.expect === "refuse" ? undefined : made.expect.content;
      const isRight = result === expected || (result === undefined && made.mayRefuse === true);
      counts[isRight ? "right" : result === undefined ? "refused" : "wrong"]++;
    }
    times.sort((one, other) => one - other);
    const share = (count: number) => `${((100 * count) / cases.length).toFixed(2).padStart(6)} %`;
    const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
    console.log(
      `${name.padEnd(30)} right ${share(counts.right)}  refused ${share(counts.refused)}  wrong ${share(counts.wrong)}  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`,
    );
  }
  for (const { name, reason } of missing) console.log(`${name.padEnd(30)} not compared: ${reason}`);
}
