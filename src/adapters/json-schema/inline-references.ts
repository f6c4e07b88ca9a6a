import { isRecord } from "../../values/index.js";
import { mapSchemaChildren } from "./schema-children.js";
import { decodeSegment, resolvePointer } from "./schema-references.js";

/** Schema objects that inlining may add; beyond it references stay, or shared parts would multiply without end. */
const MAX_INLINED_SCHEMAS = 5_000;

type Schema = Readonly<Record<string, unknown>>;

/**
 * Replaces references within a rebuilt root by what they lead to; keywords beside a reference win.
 *
 * References of recursive types stay, and so do the definitions that they need.
 */
export function inlineReferences(root: Schema): Record<string, unknown> {
  const recursive = recursiveReferences(root);
  let left = MAX_INLINED_SCHEMAS;
  const inline = (schema: unknown): unknown => {
    if (!isRecord(schema)) return schema;
    left -= 1;
    const { $ref, ...beside } = schema;
    if (typeof $ref === "string" && left > 0 && !recursive.has($ref)) {
      const target = resolvePointer(root, $ref);
      if (isRecord(target)) return inline({ ...target, ...beside });
      // `true` and `false` say nothing more than what stands beside.
      if (target === true) return inline(beside);
    }
    return mapSchemaChildren(schema, inline);
  };
  const { $defs, ...rest } = root;
  const inlined = inline(rest) as Record<string, unknown>;
  return isRecord($defs) ? withNeededDefinitions(inlined, $defs, inline) : inlined;
}

/** The references that, followed, lead back to themselves. */
function recursiveReferences(root: Schema): ReadonlySet<string> {
  const edges = new Map<string, ReadonlySet<string>>();
  const pending = [...referencesIn(root)];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (edges.has(reference)) continue;
    const next = referencesIn(resolvePointer(root, reference));
    edges.set(reference, next);
    pending.push(...next);
  }
  return new Set([...edges.keys()].filter((reference) => reaches(edges, reference)));
}

function reaches(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): boolean {
  const seen = new Set<string>();
  const pending = [...(edges.get(start) ?? [])];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (reference === start) return true;
    if (seen.has(reference)) continue;
    seen.add(reference);
    pending.push(...(edges.get(reference) ?? []));
  }
  return false;
}

function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): unknown => {
    if (!isRecord(value)) return value;
    if (typeof value.$ref === "string") found.add(value.$ref);
    return mapSchemaChildren(value, visit);
  };
  visit(schema);
  return found;
}

function withNeededDefinitions(
  schema: Schema,
  definitions: Schema,
  inline: (schema: unknown) => unknown,
): Record<string, unknown> {
  const kept = new Map<string, unknown>();
  const pending = [...referencesIn(schema)];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const name = definitionOf(reference);
    if (name === undefined || kept.has(name) || !Object.hasOwn(definitions, name)) continue;
    const definition = inline(definitions[name]);
    kept.set(name, definition);
    pending.push(...referencesIn(definition));
  }
  if (kept.size === 0) return { ...schema };
  const inOrder = Object.keys(definitions).filter((name) => kept.has(name));
  return { ...schema, $defs: Object.fromEntries(inOrder.map((name) => [name, kept.get(name)])) };
}

/** The name of the definition that a reference leads to or into. */
function definitionOf(reference: string): string | undefined {
  const [, section, segment] = reference.split("/");
  return section === "$defs" && segment !== undefined ? decodeSegment(segment) : undefined;
}
