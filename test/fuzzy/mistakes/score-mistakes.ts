import { fileURLToPath } from "node:url";
import { scoreMistakes, totalsOf } from "./score.js";
import { readSourceFiles } from "./source-files.js";

/**
 * Prints a table of many cases of every kind. `tsx test/fuzzy/mistakes/score-mistakes.ts [perKind] [seed]
 * [kinds] [folder...]`; kinds are separated by commas, `-` for all; with `SHOW=n` the first n failures of
 * each kind are printed.
 */
function main(): void {
  const [perKindText, seedText, kindsText, ...folders] = process.argv.slice(2);
  const perKind = Number(perKindText ?? 100);
  const seed = Number(seedText ?? 1);
  const show = Number(process.env.SHOW ?? 0);
  const here = fileURLToPath(new URL(".", import.meta.url));
  const from = folders.length > 0 ? folders : [`${here}../samples`, `${here}../../../node_modules`];
  const files = readSourceFiles(from, 12, seed);
  const kinds = kindsText === undefined || kindsText === "-" ? undefined : kindsText.split(",");
  const scores = scoreMistakes({ files, perKind, seed, ...(kinds ? { kinds } : {}) });
  const times = scores.flatMap((score) => score.milliseconds).sort((one, other) => one - other);
  for (const score of scores) {
    const mark = score.mustRefuse ? "refuse" : "result";
    console.log(
      `${score.kind.padEnd(24)} ${mark} ${String(score.cases).padStart(5)}  right ${((100 * score.right) / score.cases).toFixed(1).padStart(5)} %  refused ${score.refused}  wrong ${score.wrong}`,
    );
    for (const failure of score.failures.slice(0, show)) {
      console.log(`--- ${score.kind} ${failure.path} by ${failure.matcher}`);
      console.log(`old:\n${failure.case.old}\nnew:\n${failure.case.next}`);
      if (failure.case.expect === "refuse" || /^[a-z-]+: /.test(failure.got))
        console.log(`got: ${failure.got.slice(0, 600)}`);
      if (failure.case.expect !== "refuse") console.log(differing(failure.case.expect.content, failure.got));
    }
  }
  const totals = totalsOf(scores);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  console.log(
    `${files.length} files, ${totals.cases} cases: recovered ${totals.recovered}/${totals.recoverable} (${((100 * totals.recovered) / totals.recoverable).toFixed(2)} %), refused ${totals.refused}/${totals.mustRefuse}, wrong ${totals.wrong}; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

function differing(expected: string, got: string): string {
  const one = expected.split("\n");
  const other = got.split("\n");
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (
    tail < one.length - head &&
    tail < other.length - head &&
    one[one.length - 1 - tail] === other[other.length - 1 - tail]
  )
    tail++;
  const cut = (lines: readonly string[]) =>
    JSON.stringify(lines.slice(Math.max(0, head - 1), lines.length - tail).slice(0, 12), null, 1);
  return `expected ${cut(one)}\ngot ${cut(other)}`;
}

main();
