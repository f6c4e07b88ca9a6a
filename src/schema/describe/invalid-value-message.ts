import type { AnyTool, JsonSchema, StandardIssue } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { describeIssues, issuePath } from "./describe-issues.js";
import { describeParameters } from "./describe-parameters.js";
import { nearestParameter } from "./nearest-parameter.js";
import { type SchemaReader, schemaReader } from "./schema-reader.js";

/** Maximum number of listed missing or unknown names; the others are counted. */
const MAX_NAMES = 5;

/** Maximum length of a message, in UTF-16 code units; a longer one costs the model more than it helps. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Maximum length of a shown name or path. */
const MAX_NAME_LENGTH = 80;

/**
 * Describes for a model what is wrong with its input and what the tool expects: missing and unknown
 * parameters, then each field with the expected and the received value, then the list of parameters.
 *
 * @param issues - the issues from the tool's own schema
 * @param received - the validated input; only the start of it is shown
 * @returns at most 2,000 characters, whatever the size of the input
 */
export function invalidInputMessage(
  tool: Pick<AnyTool, "name" | "inputSchema">,
  issues: readonly StandardIssue[],
  received: unknown,
): string {
  const read = schemaReader(tool.inputSchema);
  const names = comparedNames(tool.inputSchema, read, received);
  const told = issues.filter((issue) => !isToldByNames(issue, names));
  const problems = [
    ...describeNames(names, read(tool.inputSchema).properties.keys(), { hasOtherProblems: told.length > 0 }),
    ...describeIssues(told, tool.inputSchema, received),
  ];
  const lines = [
    `Invalid input for '${tool.name}':`,
    ...problems.map((problem) => `- ${problem}`),
    `${describeParameters(tool.inputSchema)} Correct the input and call again.`,
  ];
  return ellipsized(lines.join("\n"), MAX_MESSAGE_LENGTH);
}

/**
 * Describes what is wrong with the output of a tool, in one line per issue.
 *
 * @returns at most 2,000 characters, whatever the size of the output
 */
export function invalidOutputMessage(
  tool: Pick<AnyTool, "name" | "outputSchema">,
  issues: readonly StandardIssue[],
  output: unknown,
): string {
  const schema = tool.outputSchema ?? {};
  const problems = describeIssues(issues, schema, output);
  const lines = [
    `The output of '${tool.name}' does not match the tool's output schema:`,
    ...problems.map((problem) => `- ${problem}`),
    "This is an error of the tool, not of the call.",
  ];
  return ellipsized(lines.join("\n"), MAX_MESSAGE_LENGTH);
}

interface ComparedNames {
  readonly missing: ReadonlySet<string>;
  readonly unknown: ReadonlySet<string>;
  readonly refusesUnknown: boolean;
}

function comparedNames(schema: JsonSchema, read: SchemaReader, received: unknown): ComparedNames {
  const facts = read(schema);
  const input = typeof received === "object" && received !== null ? received : {};
  return {
    missing: new Set([...facts.required].filter((name) => !Object.hasOwn(input, name))),
    unknown: new Set(
      facts.additional === "welcome" ? [] : Object.keys(input).filter((name) => !facts.properties.has(name)),
    ),
    refusesUnknown: facts.additional === "refused",
  };
}

/** Returns whether an issue only repeats that a parameter is missing or unknown. */
function isToldByNames(issue: StandardIssue, { missing, unknown, refusesUnknown }: ComparedNames): boolean {
  const path = issuePath(issue);
  const name = path[0];
  if (path.length === 1 && name !== undefined) {
    return missing.has(name) || (refusesUnknown && unknown.has(name));
  }
  // zod reports unknown keys at the object that contains them.
  return path.length === 0 && refusesUnknown && (issue as { code?: unknown }).code === "unrecognized_keys";
}

function describeNames(
  names: ComparedNames,
  declared: Iterable<string>,
  { hasOtherProblems }: { readonly hasOtherProblems: boolean },
): readonly string[] {
  const lines: string[] = [];
  if (names.missing.size > 0) lines.push(`missing: ${listNames(names.missing)}`);
  // If unknown names are only ignored, they are relevant only beside a missing name, which they may misspell.
  const matters = names.refusesUnknown || names.missing.size > 0 || !hasOtherProblems;
  if (names.unknown.size > 0 && matters) lines.push(`unknown: ${listNames(names.unknown, [...declared])}`);
  return lines;
}

/** Lists names, each with the nearest of the known names in brackets. */
function listNames(names: ReadonlySet<string>, known: readonly string[] = []): string {
  const shown = [...names].slice(0, MAX_NAMES).map((name) => {
    const nearest = nearestParameter(name, known);
    const meant = nearest === undefined ? "" : ` (did you mean ${ellipsized(nearest, MAX_NAME_LENGTH)}?)`;
    return `${ellipsized(name, MAX_NAME_LENGTH)}${meant}`;
  });
  const rest = names.size > shown.length ? ` and ${names.size - shown.length} more` : "";
  return shown.join(", ") + rest;
}
