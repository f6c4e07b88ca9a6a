import { mapSubschemas, type SchemaPosition } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { quote, withConstraints } from "./rebuild-schema.js";
import type { SchemaReport } from "./schema-report.js";

/** Rewritten level of a schema. */
export interface RewrittenLevel<Context> {
  readonly schema: Record<string, unknown>;
  /** Constraints that did not fit, for the level's description. */
  readonly lost: readonly string[];
  /** Returns the context of a level below. */
  readonly below: (position: SchemaPosition) => Context;
}

/** Rewriting rules of a provider. */
export interface SchemaRewriter<Context> {
  /** Rewrites one level; the schemas directly below the returned keywords are rewritten afterwards. */
  level(source: Readonly<Record<string, unknown>>, context: Context, path: string): RewrittenLevel<Context>;
  /** Returns a schema in place of `true` or `false`, which some providers refuse. */
  boolean(child: { readonly accepts: boolean; readonly position: SchemaPosition }): unknown;
  readonly report: SchemaReport;
}

/** Rewritten root, and the constraints to state in the tool's description. */
export interface RewrittenSchema {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
}

/**
 * Rewrites a rebuilt schema from its root down to what one provider accepts.
 *
 * Returns the root's lost constraints for the tool's description; each level below states its own.
 */
export function rewriteSchema<Context>(
  root: Readonly<Record<string, unknown>>,
  context: Context,
  rewriter: SchemaRewriter<Context>,
  path = "",
): RewrittenSchema {
  const { schema, lost, below } = rewriter.level(root, context, path);
  for (const constraint of lost) {
    rewriter.report({
      type: "moved-to-description",
      path,
      message: `The schema cannot hold ${constraint}.`,
    });
  }
  const rewritten = mapSubschemas(schema, (child, position) => {
    if (typeof child === "boolean") return rewriter.boolean({ accepts: child, position });
    if (!isRecord(child)) return child;
    const inner = rewriteSchema(child, below(position), rewriter, path + position.pointer);
    return withConstraints(inner.schema, inner.lost);
  });
  return { schema: rewritten, lost };
}

/** Formats a keyword and its value as a constraint. */
export function inWords(keyword: string, value: unknown): string {
  return `${keyword} ${quote(value)}`;
}
