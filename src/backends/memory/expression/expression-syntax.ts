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

/** An expression, read. */
export interface ParsedExpression {
  readonly root: ExpressionNode;
  /** Whether it asks for a line feed as such, which no single line holds. */
  readonly spellsLineFeed: boolean;
}
