import type { JsonSchema } from "../../contract/index.js";
import { isPathName } from "./path-name.js";
import { viewOf } from "./schema-views.js";

/** Maximum depth of objects and lists in a schema that are searched for parameters. */
const MAX_DEPTH = 8;

/** Maximum number of objects and lists of a schema that are searched. */
const MAX_VIEWS = 1_000;

const found = new WeakMap<JsonSchema, readonly string[]>();

/**
 * Returns the parameters of a schema that are named like paths: `path`, `files[].path`. Returns the same list each time.
 *
 * @example
 * pathParameters({ type: "object", properties: { file_path: { type: "string" }, text: { type: "string" } } });
 * // ["file_path"]
 */
export function pathParameters(schema: JsonSchema): readonly string[] {
  let known = found.get(schema);
  if (known === undefined) {
    known = search(schema);
    found.set(schema, known);
  }
  return known;
}

function search(document: JsonSchema): readonly string[] {
  const names: string[] = [];
  const pending: { readonly schemas: readonly JsonSchema[]; readonly at: string; readonly depth: number }[] =
    [{ schemas: [document], at: "", depth: 0 }];
  for (let views = 0; views < MAX_VIEWS; views += 1) {
    const next = pending.shift();
    if (next === undefined) break;
    const { properties, items } = viewOf(document, next.schemas);
    const depth = next.depth + 1;
    for (const [name, schemas] of properties) {
      const at = next.at === "" ? name : `${next.at}.${name}`;
      if (isPathName(name, properties) && !viewOf(document, schemas).isChoice) names.push(at);
      else if (depth < MAX_DEPTH) pending.push({ schemas, at, depth });
    }
    if (items.length > 0 && depth < MAX_DEPTH) pending.push({ schemas: items, at: `${next.at}[]`, depth });
  }
  return names;
}
