import { applyEdit } from "../../../src/fuzzy/index.js";
import { BELIEF_MISTAKES } from "./belief-mistakes.js";
import { BLANK_MISTAKES } from "./blank-mistakes.js";
import { MEMORY_MISTAKES } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import { PLACE_MISTAKES } from "./place-mistakes.js";
import { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { TRANSPORT_MISTAKES } from "./transport-mistakes.js";

/** All kinds of mistakes by name. */
export const MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  ...PLACE_MISTAKES,
  ...BLANK_MISTAKES,
  ...TRANSPORT_MISTAKES,
  ...MEMORY_MISTAKES,
  ...BELIEF_MISTAKES,
};

/** The results of the cases of one kind. */
export interface KindScore {
  readonly kind: string;
  readonly mustRefuse: boolean;
  cases: number;
  right: number;
  refused: number;
  wrong: number;
  readonly failures: {
    readonly case: MistakeCase;
    readonly got: string;
    readonly path: string;
    readonly matcher: string;
  }[];
  readonly milliseconds: number[];
}

/** Maximum draws per case before a kind counts as impossible for the files. */
const MAX_DRAWS_PER_CASE = 400;

/** Creates and runs `perKind` cases of every kind. */
export function scoreMistakes(options: {
  readonly files: readonly SourceFile[];
  readonly perKind: number;
  readonly seed: number;
  readonly kinds?: readonly string[];
}): KindScore[] {
  const scores: KindScore[] = [];
  for (const [place, [kind, make]] of Object.entries(MISTAKES).entries()) {
    if (options.kinds && !options.kinds.includes(kind)) continue;
    const random = new Random(options.seed + place * 7919);
    let score: KindScore | undefined;
    for (
      let draws = 0;
      draws < options.perKind * MAX_DRAWS_PER_CASE && (score?.cases ?? 0) < options.perKind;
      draws++
    ) {
      const file = random.pick(options.files);
      const made = make(random, file);
      if (!made) continue;
      score ??= {
        kind,
        mustRefuse: made.expect === "refuse",
        cases: 0,
        right: 0,
        refused: 0,
        wrong: 0,
        failures: [],
        milliseconds: [],
      };
      judge(score, made, file.path);
    }
    if (score) scores.push(score);
  }
  return scores;
}

function judge(score: KindScore, made: MistakeCase, path: string): void {
  score.cases++;
  const started = performance.now();
  const result = applyEdit({
    content: made.content,
    oldString: made.old,
    newString: made.next,
    replaceAll: made.replaceAll === true,
  });
  score.milliseconds.push(performance.now() - started);
  const expected = made.expect === "refuse" ? undefined : made.expect.content;
  if (result.ok ? result.content === expected : expected === undefined) {
    score.right++;
    return;
  }
  if (result.ok) score.wrong++;
  else score.refused++;
  score.failures.push({
    case: made,
    path,
    got: result.ok ? result.content : `${result.reason}: ${result.message}`,
    matcher: result.ok ? result.matcher : result.reason,
  });
}

/**
 * Returns sums over kinds: corrected recoverable ones, refused ones that must be refused, and all wrong
 * changes.
 */
export function totalsOf(scores: readonly KindScore[]): {
  recoverable: number;
  recovered: number;
  mustRefuse: number;
  refused: number;
  cases: number;
  wrong: number;
} {
  const totals = { recoverable: 0, recovered: 0, mustRefuse: 0, refused: 0, cases: 0, wrong: 0 };
  for (const score of scores) {
    totals.cases += score.cases;
    totals.wrong += score.wrong;
    if (score.mustRefuse) {
      totals.mustRefuse += score.cases;
      totals.refused += score.right;
    } else {
      totals.recoverable += score.cases;
      totals.recovered += score.right;
    }
  }
  return totals;
}
