import { MAX_FILES, MAX_GROUP_FILES, MAX_GROUPS, MAX_INSTRUCTIONS_CHARACTERS } from "./kraken-limits.js";

/** Files that one worker changes, and how. */
export interface PlannedGroup {
  /** As the plan names them. */
  readonly files: readonly string[];
  readonly instructions: string;
}

/** What a text says of a plan: groups, or why it is none, as a sentence for whoever wrote it. */
export type PlanReading = { readonly groups: readonly PlannedGroup[] } | { readonly problem: string };

/** Where JSON may begin in a text; after so many places without any, there is none. */
const MAX_STARTS = 100;

/** UTF-16 code units of an answer that are looked at. */
const MAX_LENGTH = 400_000;

/**
 * Reads a plan that a model wrote: JSON by itself, in a fence, or somewhere in prose; a list of groups, or an object that holds one;
 * a file as a text, or as an object with its path. Groups without files are left out.
 */
export function readPlan(text: string): PlanReading {
  const list = listIn(text.slice(0, MAX_LENGTH));
  if (list === undefined) {
    return {
      problem:
        'There is no JSON in the answer. Answer with {"groups": [{"files": [...], "instructions": "..."}]}.',
    };
  }
  const groups: PlannedGroup[] = [];
  for (const [index, item] of list.entries()) {
    const group = groupOf(item);
    if (group === undefined) {
      return {
        problem: `Group ${index + 1} is no object with "files" (a list of paths) and "instructions" (a text).`,
      };
    }
    if (group.files.length > 0) groups.push(group);
  }
  const problem = problemOf(groups);
  return problem === undefined ? { groups } : { problem };
}

function problemOf(groups: readonly PlannedGroup[]): string | undefined {
  if (groups.length === 0) return "The plan has no group with files in it.";
  if (groups.length > MAX_GROUPS) {
    return `The plan has ${groups.length} groups; ${MAX_GROUPS} are the most. Put related files together.`;
  }
  const large = groups.find(({ files }) => files.length > MAX_GROUP_FILES);
  if (large !== undefined) {
    return `A group has ${large.files.length} files; ${MAX_GROUP_FILES} are the most. Split it.`;
  }
  const total = groups.reduce((sum, { files }) => sum + files.length, 0);
  if (total > MAX_FILES) return `The plan names ${total} files; ${MAX_FILES} are the most.`;
  const long = groups.find(({ instructions }) => instructions.length > MAX_INSTRUCTIONS_CHARACTERS);
  if (long === undefined) return undefined;
  return `The instructions of a group have ${long.instructions.length} characters; ${MAX_INSTRUCTIONS_CHARACTERS} are the most.`;
}

/** The first list of objects that a text holds as JSON. */
function listIn(text: string): readonly unknown[] | undefined {
  let starts = 0;
  for (const { index } of text.matchAll(/[[{]/g)) {
    starts += 1;
    if (starts > MAX_STARTS) return undefined;
    const end = endOfJson(text, index);
    if (end === undefined) continue;
    const list = listOf(parsed(text.slice(index, end)));
    if (list !== undefined) return list;
  }
  return undefined;
}

/** Where the brackets that open at an index are closed again, texts in quotes left out. */
function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === "\\") index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

function parsed(json: string): unknown {
  for (const attempt of [json, json.replace(/,(?=\s*[}\]])/g, "")]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The next attempt forgives commas at the end of a list.
    }
  }
  return undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.some((item) => groupOf(item) !== undefined) ? value : undefined;
  const record = recordIn(value);
  if (record === undefined) return undefined;
  for (const inner of Object.values(record)) {
    if (Array.isArray(inner) && inner.some((item) => groupOf(item) !== undefined)) return inner;
  }
  return groupOf(record) === undefined ? undefined : [record];
}

function groupOf(value: unknown): PlannedGroup | undefined {
  const record = recordIn(value);
  if (record === undefined) return undefined;
  const written = record.files ?? record.paths ?? record.file ?? record.path;
  const files = (Array.isArray(written) ? written : [written]).map(pathIn);
  if (files.some((file) => file === undefined)) return undefined;
  const said = record.instructions ?? record.instruction ?? record.task ?? record.description ?? "";
  if (typeof said !== "string") return undefined;
  return {
    files: files.filter((file) => file !== undefined && file.trim() !== "") as string[],
    instructions: said,
  };
}

function pathIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const record = recordIn(value);
  const path = record?.path ?? record?.file;
  return typeof path === "string" ? path : undefined;
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
