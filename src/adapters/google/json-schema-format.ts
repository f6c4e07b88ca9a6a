import { isRecord } from "../../values/index.js";
import { dropDanglingReferences, rewriteSchema, type SchemaReport } from "../json-schema/index.js";
import { booleanSchema, keepOnly, renameParameters, toGoogleLevel } from "./google-level.js";

/** Keywords that `parametersJsonSchema` supports. Source: the SDK's comment on `responseJsonSchema`. */
const KEYWORDS = new Set([
  "$ref",
  "$defs",
  "type",
  "format",
  "title",
  "description",
  "enum",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "anyOf",
  "properties",
  "additionalProperties",
  "required",
]);

/** Position of a level in a schema, for checking references. */
interface SchemaContext {
  /** Whether the level belongs to a definition, so that a reference in it may be recursive. */
  readonly within: "definition" | "root";
  /** Whether the path from there contains an optional parameter. */
  readonly optional: boolean;
}

/**
 * Converts a rebuilt schema with inlined references for `parametersJsonSchema`.
 *
 * A reference must have no sibling keywords, and a recursive reference must pass through an optional parameter; otherwise it
 * is removed and described in words.
 */
export function toJsonSchemaFormat(
  root: Readonly<Record<string, unknown>>,
  report: SchemaReport,
): { readonly schema: Record<string, unknown>; readonly lost: readonly string[] } {
  const refersToRoot = /"\$ref":"#(?!\/\$defs\/)/.test(JSON.stringify(root));
  const start: SchemaContext = { within: refersToRoot ? "definition" : "root", optional: false };
  const { schema, lost } = rewriteSchema<SchemaContext>(root, start, {
    report,
    boolean: ({ accepts, position: { keyword } }) =>
      keyword === "additionalProperties" ? accepts : booleanSchema(accepts),
    level(source, context, path) {
      const level = toGoogleLevel(source);
      const { schema } = level;
      if (typeof schema.$ref === "string") {
        return { ...referenceAlone(schema, context), below: () => context };
      }
      keepOnly(level, KEYWORDS);
      renameParameters(schema, (name, wire) => reportRenamed(report, path, name, wire));
      // Read after the renaming: the names below are those on the wire.
      const required = new Set(Array.isArray(schema.required) ? schema.required : []);
      return {
        ...level,
        below: ({ keyword, name }) => {
          if (keyword === "$defs") return { within: "definition", optional: false };
          const isOptional = keyword === "properties" && !required.has(name);
          return isOptional ? { ...context, optional: true } : context;
        },
      };
    },
  });
  // The target of a reference may have been renamed or moved.
  return { schema: dropDanglingReferences(schema, report), lost };
}

/** Reports a renamed parameter. */
export function reportRenamed(report: SchemaReport, path: string, name: string, wire: string): void {
  const message = `The API refuses the parameter name ${JSON.stringify(name)}; it is sent as "${wire}".`;
  report({ type: "parameter-renamed", path: `${path}/properties`, message });
}

function referenceAlone(
  { $ref, description, $defs, ...beside }: Record<string, unknown>,
  context: SchemaContext,
): { readonly schema: Record<string, unknown>; readonly lost: string[] } {
  const described = description === undefined ? {} : { description };
  const definitions = isRecord($defs) ? { $defs } : {};
  const lost = Object.entries(beside)
    .filter(([keyword]) => keyword !== "title")
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);
  if (context.within === "definition" && !context.optional) {
    return { schema: { ...described, ...definitions }, lost: [...lost, `the same as ${String($ref)}`] };
  }
  const alone = lost.length === 0 && description === undefined;
  return { schema: { ...(alone ? { $ref } : { anyOf: [{ $ref }], ...described }), ...definitions }, lost };
}
