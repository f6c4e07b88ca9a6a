import { isRecord } from "../../values/index.js";
import { dropDanglingReferences, inWords, rewriteSchema, type SchemaReport } from "../json-schema/index.js";
import { isPythonPattern } from "./python-pattern.js";

/**
 * Keywords refused at the root, with the whole request: "schema must have type 'object' and not have ... at the top level".
 */
const REFUSED_AT_ROOT = ["enum", "const", "not"] as const;

/**
 * Converts a rebuilt schema for the APIs without strict mode, with few changes.
 *
 * Arrays get `items`, without which the request is refused, and patterns that Python cannot compile are described in words.
 */
export function toLooseSchema(
  root: Readonly<Record<string, unknown>>,
  report: SchemaReport,
): { readonly schema: Record<string, unknown>; readonly lost: readonly string[] } {
  const rewritten = rewriteSchema(root, undefined, {
    report,
    boolean: ({ accepts, position: { keyword } }) => (keyword === "items" && accepts ? {} : accepts),
    level(source, _context, path) {
      const schema = { ...source };
      const lost: string[] = [];
      const lose = (keyword: string): void => {
        if (schema[keyword] === undefined) return;
        lost.push(inWords(keyword, schema[keyword]));
        delete schema[keyword];
      };
      if (path === "") for (const keyword of REFUSED_AT_ROOT) lose(keyword);
      if (typeof schema.pattern === "string" && !isPythonPattern(schema.pattern)) lose("pattern");
      const { patternProperties } = schema;
      if (isRecord(patternProperties) && !Object.keys(patternProperties).every(isPythonPattern)) {
        lose("patternProperties");
      }
      if ([schema.type].flat().includes("array") && schema.items === undefined) schema.items = {};
      return { schema, lost, below: () => undefined };
    },
  });
  // The target of a reference may have been moved into words.
  return { schema: dropDanglingReferences(rewritten.schema, report), lost: rewritten.lost };
}
