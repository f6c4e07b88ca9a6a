import type { CharacterSet } from "./character-set.js";

/** A place that an expression asks for without consuming a character. */
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

/** One piece of a parsed expression. */
export type ExpressionNode =
  | { readonly type: "character"; readonly set: CharacterSet }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  | { readonly type: "sequence"; readonly parts: readonly ExpressionNode[] }
  | { readonly type: "choice"; readonly branches: readonly ExpressionNode[] }
  | {
      readonly type: "repeat";
      readonly body: ExpressionNode;
      readonly min: number;
      /** No upper bound when absent. */
      readonly max?: number;
      readonly greedy: boolean;
    };

/** How an expression is read. */
export interface ExpressionOptions {
  /** Whether the pattern is the text itself. */
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /** What it will be matched against: single lines, where no part of it can match a line end, or whole texts. */
  readonly within: "lines" | "texts";
}
