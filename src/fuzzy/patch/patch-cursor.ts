/** The place that the hunks before have reached. */
export interface PatchCursor {
  /** End of the changed lines of the last hunk. */
  readonly at: number;
  /** End of its last context line. */
  readonly regionEnd: number;
  /**
   * Whether there are hunks before, each after the one before it. Lines that stand several times are then looked for after
   * them, as Codex does; hunks that share lines are not written for Codex.
   */
  readonly isInOrder: boolean;
  /** Whether the hunk before is found and consists of context lines alone: it names the place of the next one. */
  readonly isNamed?: boolean;
  /** Start of the changed lines of a later hunk with a certain place: this hunk changes lines before them. */
  readonly until?: number;
}

/** The cursor of the first hunk. */
export const START: PatchCursor = { at: 0, regionEnd: 0, isInOrder: false };
