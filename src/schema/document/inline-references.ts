import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { definitionName, resolvePointer } from "./references.js";
import { eachSubschema, mapSubschemas } from "./subschemas.js";

/** Most schema objects that inlining may produce; beyond it the references stay, because shared parts multiply. */
const MAX_INLINED_SCHEMAS = 5_000;

/** Sections of definitions: since draft 2019-09, and before. */
const SECTIONS = ["$defs", "definitions"] as const;

/** Keywords beside a `$ref` that add no constraint, so that inlining can merge them. */
const ANNOTATIONS = new Set([
  "$ref",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
]);

/** Options of {@link inlineReferences}. */
export interface InlineOptions {
  /**
   * Keywords that may stand beside a reference that is inlined; they override those of its target. `"annotations"` (default)
   * leaves a reference with constraints beside it as it is.
   */
  readonly beside?: "annotations" | "any";
}

/**
 * Replaces local references (`#/...`) by their targets, because several providers refuse `$ref`.
 *
 * References of recursive types stay, together with the definitions that they need. A schema that would grow beyond 5,000
 * schema objects is returned as it is.
 */
export function inlineReferences(
  root: JsonSchema,
  { beside = "annotations" }: InlineOptions = {},
): JsonSchema {
  const recursive = recursiveReferences(root);
  let left = MAX_INLINED_SCHEMAS;
  const inline = (schema: unknown): unknown => {
    if (!isRecord(schema)) return schema;
    left -= 1;
    if (left < 0) return schema;
    const { $ref, ...others } = schema;
    const mayInline = beside === "any" || Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword));
    if (typeof $ref === "string" && mayInline && !recursive.has($ref)) {
      const target = resolvePointer(root, $ref);
      if (isRecord(target)) return inline({ ...target, ...others });
      // `true` adds nothing to the keywords beside the reference.
      if (target === true) return inline(others);
    }
    return mapSubschemas(schema, inline);
  };
  const inlined = inline(root);
  return left < 0 || !isRecord(inlined) ? root : SECTIONS.reduce(withNeededDefinitions, inlined);
}

/** Returns the references of a document that lead back to themselves. */
function recursiveReferences(root: JsonSchema): ReadonlySet<string> {
  const targets = new Map<string, readonly string[]>();
  const pending = [...referencesIn(root)];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (targets.has(reference)) continue;
    const next = [...referencesIn(resolvePointer(root, reference))];
    targets.set(reference, next);
    pending.push(...next);
  }
  return onCircles(targets);
}

/** Returns the nodes of a graph from which a path leads back to them, in linear time: Tarjan's components, without recursion. */
function onCircles(targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const component: string[] = [];
  const isOpen = new Set<string>();
  const found = new Set<string>();
  const path: { readonly node: string; next: number }[] = [];
  const enter = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    component.push(node);
    isOpen.add(node);
    path.push({ node, next: 0 });
  };
  const lower = (node: string, to: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? 0));
  };
  for (const start of targets.keys()) {
    if (order.has(start)) continue;
    enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node } = step;
      const target = targets.get(node)?.[step.next];
      if (target !== undefined) {
        step.next += 1;
        if (target === node) found.add(node);
        if (!order.has(target)) enter(target);
        else if (isOpen.has(target)) lower(node, order.get(target));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.node;
      if (parent !== undefined) lower(parent, lowest.get(node));
      if (lowest.get(node) !== order.get(node)) continue;
      const members = component.splice(component.lastIndexOf(node));
      for (const member of members) isOpen.delete(member);
      if (members.length > 1) for (const member of members) found.add(member);
    }
  }
  return found;
}

function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (each: JsonSchema): void => {
    if (typeof each.$ref === "string") found.add(each.$ref);
    eachSubschema(each, visit);
  };
  if (isRecord(schema)) visit(schema);
  return found;
}

/** Leaves out the definitions of one section that no reference needs. */
function withNeededDefinitions(root: JsonSchema, section: (typeof SECTIONS)[number]): JsonSchema {
  const { [section]: definitions, ...rest } = root;
  if (!isRecord(definitions)) return root;
  const needed = new Set<string>();
  const pending = [...referencesIn(rest)];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const name = definitionName(reference, section);
    if (name === undefined || needed.has(name) || !Object.hasOwn(definitions, name)) continue;
    needed.add(name);
    pending.push(...referencesIn(definitions[name]));
  }
  if (needed.size === 0) return rest;
  return {
    ...rest,
    [section]: Object.fromEntries(Object.entries(definitions).filter(([name]) => needed.has(name))),
  };
}
