import {
  applyEdit,
  applyPatchHunks,
  applyUnifiedDiff,
  type PatchResult,
  parsePatch,
} from "../../../src/fuzzy/index.js";
import { BELIEF_MISTAKES } from "./belief-mistakes.js";
import { BLANK_MISTAKES } from "./blank-mistakes.js";
import { CHARACTER_MISTAKES } from "./character-mistakes.js";
import { COMMENT_MISTAKES } from "./comment-mistakes.js";
import { CONFUSED_MISTAKES } from "./confused-mistakes.js";
import { COPY_MISTAKES } from "./copy-mistakes.js";
import { DRIFT_MISTAKES } from "./drift-mistakes.js";
import { FORM_MISTAKES } from "./form-mistakes.js";
import { HUNK_MISTAKES } from "./hunk-mistakes.js";
import { INDENT_MISTAKES } from "./indent-mistakes.js";
import { MEMORY_MISTAKES } from "./memory-mistakes.js";
import { MERGED_MISTAKES } from "./merged-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import { PATCH_MISTAKES } from "./patch-mistakes.js";
import { PLACE_MISTAKES } from "./place-mistakes.js";
import { Random } from "./random.js";
import { READ_MISTAKES } from "./read-mistakes.js";
import { SIBLING_MISTAKES } from "./sibling-mistakes.js";
import { SNIPPET_MISTAKES } from "./snippet-mistakes.js";
import type { SourceFile } from "./source-files.js";
import { SPELLING_MISTAKES } from "./spelling-mistakes.js";
import { STALE_MISTAKES } from "./stale-mistakes.js";
import { STYLE_MISTAKES } from "./style-mistakes.js";
import { TRANSPORT_MISTAKES } from "./transport-mistakes.js";
import { WRAPPING_MISTAKES } from "./wrapping-mistakes.js";

/** Kinds of mistakes in one place of one file. */
export const TEXT_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  ...PLACE_MISTAKES,
  ...BLANK_MISTAKES,
  ...TRANSPORT_MISTAKES,
  ...MEMORY_MISTAKES,
  ...BELIEF_MISTAKES,
};

/** Kinds of mistakes that depend on the language, on what was read, or on the form of the call. */
export const CALL_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  ...COMMENT_MISTAKES,
  ...INDENT_MISTAKES,
  ...CONFUSED_MISTAKES,
  ...CHARACTER_MISTAKES,
  ...WRAPPING_MISTAKES,
  ...MERGED_MISTAKES,
  ...PATCH_MISTAKES,
  ...SIBLING_MISTAKES,
  ...DRIFT_MISTAKES,
  ...STALE_MISTAKES,
  ...FORM_MISTAKES,
  ...STYLE_MISTAKES,
  ...SPELLING_MISTAKES,
  ...COPY_MISTAKES,
  ...HUNK_MISTAKES,
  ...READ_MISTAKES,
  ...SNIPPET_MISTAKES,
};

/** All kinds of mistakes by name. */
export const MISTAKES: Readonly<Record<string, MistakeMaker>> = { ...TEXT_MISTAKES, ...CALL_MISTAKES };

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
  /** Right, refused and wrong cases by language. */
  readonly byLanguage: Map<string, LanguageScore>;
}

/** The results of one kind in one language. */
export interface LanguageScore {
  right: number;
  refused: number;
  wrong: number;
}

/** Maximum draws per case before a kind counts as impossible for the files. */
const MAX_DRAWS_PER_CASE = 400;

/** Options of the generator of cases. */
export interface MistakeOptions {
  readonly files: readonly SourceFile[];
  readonly perKind: number;
  readonly seed: number;
  /** All kinds without it. */
  readonly kinds?: readonly string[];
}

/** One generated case. */
export interface GeneratedMistake {
  readonly kind: string;
  readonly made: MistakeCase;
  readonly file: SourceFile;
}

/** Yields `perKind` cases of every kind. */
export function* generateMistakes({
  files,
  perKind,
  seed,
  kinds,
}: MistakeOptions): Generator<GeneratedMistake> {
  for (const [place, [kind, make]] of Object.entries(MISTAKES).entries()) {
    if (kinds && !kinds.includes(kind)) continue;
    const random = new Random(seed + place * 7919);
    let cases = 0;
    for (let draws = 0; draws < perKind * MAX_DRAWS_PER_CASE && cases < perKind; draws++) {
      const file = random.pick(files);
      const made = make(random, file);
      if (!made) continue;
      cases++;
      yield { kind, made, file };
    }
  }
}

/** Options of {@link scoreMistakes}. */
export interface ScoreOptions extends MistakeOptions {
  /** How often each edit is made; the fastest time counts, so that pauses of the process and code that is not compiled yet do not. Default: once. */
  readonly times?: number;
}

/** Creates and runs `perKind` cases of every kind. */
export function scoreMistakes({ times = 1, ...options }: ScoreOptions): KindScore[] {
  const scores = new Map<string, KindScore>();
  for (const mistake of generateMistakes(options)) {
    const { kind, made } = mistake;
    let score = scores.get(kind);
    if (!score) {
      score = {
        kind,
        mustRefuse: made.expect === "refuse",
        cases: 0,
        right: 0,
        refused: 0,
        wrong: 0,
        failures: [],
        milliseconds: [],
        byLanguage: new Map(),
      };
      scores.set(kind, score);
    }
    judge(score, mistake, times);
  }
  return [...scores.values()];
}

type Outcome =
  | { readonly ok: true; readonly content: string; readonly matcher: string }
  | { readonly ok: false; readonly reason: string; readonly message: string };

function patchOutcome(result: PatchResult): Outcome {
  return result.ok ? { ok: true, content: result.content, matcher: "patch" } : result;
}

function apply({ content, old, next, replaceAll, patch, base }: MistakeCase): Outcome {
  if (patch === undefined) {
    return applyEdit({
      content,
      oldString: old,
      newString: next,
      replaceAll: replaceAll === true,
      ...(base !== undefined && { base }),
    });
  }
  if (/^(?:---|diff )/.test(patch)) return patchOutcome(applyUnifiedDiff({ content, diff: patch }));
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${patch}\n*** End Patch`);
  if (!parsed.ok) return { ...parsed, reason: "unreadable" };
  const [operation] = parsed.operations;
  const hunks = operation?.kind === "update" ? operation.hunks : [];
  return patchOutcome(applyPatchHunks({ content, hunks }));
}

function fastestOf(made: MistakeCase, times: number): { result: Outcome; milliseconds: number } {
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let time = 1; ; time++) {
    const started = performance.now();
    const result = apply(made);
    milliseconds = Math.min(milliseconds, performance.now() - started);
    if (time >= times) return { result, milliseconds };
  }
}

function judge(score: KindScore, { made, file }: GeneratedMistake, times: number): void {
  score.cases++;
  const { result, milliseconds } = fastestOf(made, times);
  score.milliseconds.push(milliseconds);
  const language = score.byLanguage.get(file.language) ?? { right: 0, refused: 0, wrong: 0 };
  score.byLanguage.set(file.language, language);
  const expected = made.expect === "refuse" ? undefined : made.expect.content;
  if (result.ok ? result.content === expected : expected === undefined || made.mayRefuse === true) {
    score.right++;
    language.right++;
    return;
  }
  const failure = result.ok ? "wrong" : "refused";
  score[failure]++;
  language[failure]++;
  score.failures.push({
    case: made,
    path: file.path,
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
