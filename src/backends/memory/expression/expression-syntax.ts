import type { CharacterSet } from "./character-set.js";

/** A position that an expression requires without consuming a character. */
export type Assertion =
  | "line-start"
  | "line-end"
  | "text-start"
  | "text-end"
  | "word-boundary"
  | "no-word-boundary"
  | "word-start"
  | "word-end"
  | "no-word-before"
  | "no-word-after";

/** One node of a parsed expression. */
export type ExpressionNode =
  | { readonly type: "character"; readonly set: CharacterSet }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  | { readonly type: "sequence"; readonly parts: readonly ExpressionNode[] }
  | { readonly type: "choice"; readonly branches: readonly ExpressionNode[] }
  | {
      readonly type: "repeat";
      readonly body: ExpressionNode;
      readonly min: number;
      /** No upper bound if absent. */
      readonly max?: number;
      readonly greedy: boolean;
    };

/** Options of parsing an expression. */
export interface ExpressionOptions {
  /** Whether the pattern is literal text. */
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /**
   * Target of the match: single lines, where no part of the pattern can match a line break, or whole texts.
   */
  readonly within: "lines" | "texts";
}
