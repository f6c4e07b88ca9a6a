import { fileURLToPath } from "node:url";
import { type KindScore, scoreMistakes, totalsOf } from "../test/fuzzy/mistakes/score.js";
import { readSourceFiles, type SizeRange, type SourceFile } from "../test/fuzzy/mistakes/source-files.js";

/** Options of {@link scoreGeneratedEdits}. */
export interface GeneratedEditsOptions {
  /** Cases of each kind. */
  readonly perKind: number;
  readonly seed: number;
  /** Kinds to generate; all without it. */
  readonly kinds?: readonly string[];
  /** How often each edit is made for its time; the fastest counts. Default: once. */
  readonly times?: number;
  /** Failures of each kind to print. */
  readonly shown: number;
  /** Folders with source files; without any, the samples of the repository and the installed packages. */
  readonly folders: readonly string[];
  /** Sizes of the files in bytes. Default: 900 to 60,000. */
  readonly sizes?: SizeRange;
}

/** Source files of each language. */
const FILES_PER_LANGUAGE = 12;

/**
 * Generates edits with the mistakes of models, prints how many are right, refused and wrong by kind and by language, and
 * returns the number of wrong ones.
 */
export function scoreGeneratedEdits(options: GeneratedEditsOptions): number {
  const { perKind, seed, kinds, shown, times } = options;
  const files = sourceFiles(options);
  const scores = scoreMistakes({
    files,
    perKind,
    seed,
    ...(kinds && { kinds }),
    ...(times !== undefined && { times }),
  });
  for (const score of scores) {
    console.log(row(score.kind, score, score.mustRefuse ? "refuse" : "result"));
    for (const failure of score.failures.slice(0, shown)) printFailure(score.kind, failure);
  }
  console.log("");
  for (const [language, score] of byLanguage(scores)) console.log(row(language, score, ""));
  const totals = totalsOf(scores);
  const spans = scores.flatMap((score) => score.milliseconds).sort((one, other) => one - other);
  const at = (share: number) => (spans[Math.floor(spans.length * share)] ?? 0).toFixed(2);
  console.log(
    `\n${files.length} files, ${totals.cases} cases: ${totals.recovered} of ${totals.recoverable} recoverable edits right (${((100 * totals.recovered) / totals.recoverable).toFixed(2)} %), ${totals.refused} of ${totals.mustRefuse} others refused, ${totals.wrong} wrong; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
  return totals.wrong;
}

/** Returns the files of generated edits. */
export function sourceFiles({
  folders,
  seed,
  sizes,
}: Pick<GeneratedEditsOptions, "folders" | "seed" | "sizes">): SourceFile[] {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const from = folders.length > 0 ? folders : [`${root}test/fuzzy/samples`, `${root}node_modules`];
  return readSourceFiles(from, FILES_PER_LANGUAGE, seed, sizes);
}

interface Counts {
  right: number;
  refused: number;
  wrong: number;
}

function byLanguage(scores: readonly KindScore[]): readonly (readonly [language: string, counts: Counts])[] {
  const sums = new Map<string, Counts>();
  for (const score of scores) {
    for (const [language, { right, refused, wrong }] of score.byLanguage) {
      const sum = sums.get(language) ?? { right: 0, refused: 0, wrong: 0 };
      sum.right += right;
      sum.refused += refused;
      sum.wrong += wrong;
      sums.set(language, sum);
    }
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

function row(name: string, { right, refused, wrong }: Counts, expected: string): string {
  const cases = right + refused + wrong;
  const share = ((100 * right) / cases).toFixed(1).padStart(5);
  return `${name.padEnd(33)} ${expected.padEnd(6)} ${String(cases).padStart(6)}  right ${share} %  refused ${refused}  wrong ${wrong}`;
}

function printFailure(kind: string, { path, matcher, case: made, got }: KindScore["failures"][number]): void {
  console.log(`--- ${kind} ${path} by ${matcher}`);
  console.log(made.patch ?? `old:\n${made.old}\nnew:\n${made.next}`);
  if (made.expect === "refuse" || /^[a-z-]+: /.test(got)) console.log(`got: ${got.slice(0, 600)}`);
  if (made.expect !== "refuse") console.log(differing(made.expect.content, got));
}

/** Returns the lines around the first and the last difference of two texts. */
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
  const around = (lines: readonly string[]) =>
    JSON.stringify(lines.slice(Math.max(0, head - 1), lines.length - tail).slice(0, 12), null, 1);
  return `expected ${around(one)}\ngot ${around(other)}`;
}
