import { nearMissHints } from "./match/index.js";
import { MATCHERS } from "./matchers.js";
import {
  checkEngineValues,
  createMatchContext,
  createSpan,
  type EditHint,
  type EditPresetName,
  type EditThresholds,
  LineCounter,
  type MatcherName,
  type MatchSpan,
  matchersOf,
  presetOf,
  thresholdsOf,
} from "./request/index.js";

/** A place that one matcher found. */
export interface FoundMatch extends MatchSpan {
  readonly matcher: MatcherName;
  /** 0 to 1. */
  readonly similarity: number;
}

/** A search for a text. */
export interface FindRequest {
  readonly content: string;
  readonly oldString: string;
  /** The replacement, if known: `alignment` is then strict only about the lines that change. */
  readonly newString?: string;
  /** Matchers to try, in order; the first that finds anything decides. Default: those of the preset. */
  readonly matchers?: readonly MatcherName[];
  readonly thresholds?: Partial<EditThresholds>;
  readonly preset?: EditPresetName;
}

/**
 * Returns all places of the first matcher that finds any, by position; empty if none does. Pure; never
 * throws.
 *
 * @example
 * findMatches({ content, oldString, matchers: ["line-trimmed"] }).map((match) => match.startLine);
 */
export function findMatches(request: FindRequest): FoundMatch[] {
  const context = contextOf(request, { all: true });
  if (!context) return [];
  const preset = presetOf(request.preset);
  for (const name of matchersOf(preset, request.matchers)) {
    const matches = MATCHERS[name](context);
    if (context.budget.isSpent) return [];
    if (matches.length > 0) {
      const lines = new LineCounter(request.content);
      return matches.map((match) =>
        Object.assign(createSpan(request.content, match.start, match.end, lines), {
          matcher: match.matcher,
          similarity: match.similarity,
        }),
      );
    }
  }
  return [];
}

/**
 * Each matcher by its name: returns all places that it alone finds, by position.
 *
 * @example
 * matchers["block-anchor"]({ content, oldString, preset: "opencode" });
 */
export const matchers: Readonly<Record<MatcherName, (request: FindRequest) => FoundMatch[]>> =
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.keys(MATCHERS).map((name) => [
      name,
      (request: FindRequest) => findMatches({ ...request, matchers: [name as MatcherName] }),
    ]),
  ) as Record<MatcherName, (request: FindRequest) => FoundMatch[]>;

/**
 * Returns the places most similar to a text that was not found, with the lines that differ; at most three.
 * Pure; never throws.
 */
export function nearMisses(request: FindRequest): EditHint[] {
  const context = contextOf(request, { all: false });
  return context ? nearMissHints(context) : [];
}

function contextOf(request: FindRequest, { all }: { readonly all: boolean }) {
  const { content, oldString, newString, thresholds } = request ?? {};
  if (typeof content !== "string" || typeof oldString !== "string" || oldString === "") return undefined;
  checkEngineValues(request);
  const preset = presetOf(request.preset);
  return createMatchContext({
    content,
    old: oldString,
    newText: typeof newString === "string" ? newString : undefined,
    all,
    thresholds: thresholdsOf(preset, thresholds),
  });
}
