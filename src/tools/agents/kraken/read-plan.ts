import { isRecord } from "../../../values/index.js";
import { MAX_FILES, MAX_GROUP_FILES, MAX_GROUPS, MAX_INSTRUCTIONS_CHARACTERS } from "./kraken-limits.js";

/** The files that one worker changes, and its instructions. */
export interface PlannedGroup {
  /** As written in the plan. */
  readonly files: readonly string[];
  readonly instructions: string;
}

/** Result of parsing a plan: groups, or the problem, as a sentence for the planner. */
export type PlanReading = { readonly groups: readonly PlannedGroup[] } | { readonly problem: string };

/** Most positions that are tried as the start of JSON. */
const MAX_STARTS = 100;

/** UTF-16 code units of an answer that are parsed. */
const MAX_LENGTH = 400_000;

/**
 * Parses a plan that a model wrote: JSON alone, in a fence, or within prose; a list of groups, or an object that
 * contains one; a file as a string, or as an object with its path. Groups without files are omitted.
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
        problem: `Group ${index + 1} is not an object with "files" (a list of paths) and "instructions" (a string).`,
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
    return `The plan has ${groups.length} groups; at most ${MAX_GROUPS} are allowed. Put related files together.`;
  }
  const large = groups.find(({ files }) => files.length > MAX_GROUP_FILES);
  if (large !== undefined) {
    return `A group has ${large.files.length} files; at most ${MAX_GROUP_FILES} are allowed. Split it.`;
  }
  const total = groups.reduce((sum, { files }) => sum + files.length, 0);
  if (total > MAX_FILES) return `The plan names ${total} files; at most ${MAX_FILES} are allowed.`;
  const long = groups.find(({ instructions }) => instructions.length > MAX_INSTRUCTIONS_CHARACTERS);
  if (long === undefined) return undefined;
  return `The instructions of a group have ${long.instructions.length} characters; at most ${MAX_INSTRUCTIONS_CHARACTERS} are allowed.`;
}

/** Returns the first list of objects that a text contains as JSON. */
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

/** Returns the position after the brackets that open at an index, ignoring quoted strings. */
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
      // The next attempt accepts trailing commas in a list.
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
  return isRecord(value) ? value : undefined;
}
