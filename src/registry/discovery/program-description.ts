import { ToolError } from "../../contract/index.js";
import { isTextList } from "../../values/index.js";

/** The description that a program prints. */
export interface ProgramDescription {
  /** Without prefix; absent if the name of the file is used. */
  readonly name?: string | undefined;
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: object;
  /** Subagents that may use the tool; absent for all (the Amp specification). */
  readonly subagentTypes?: readonly string[] | undefined;
}

/** Maximum characters of an output in a message. */
const MAX_SHOWN_CHARACTERS = 200;

/** The types of the short form of parameters; a question mark after the type makes a parameter optional. */
const SHORT_TYPE = /^(string|number|integer|boolean|array|object)(\??)$/;

/**
 * Parses the description that a program printed: a JSON object with `description` and `inputSchema`, or
 * `args` in the short form of toolboxes (`{ "dir": ["string", "the folder"] }`); `name` and `subagentTypes`
 * are optional.
 *
 * Throws a `ToolError`: `no-output` or `invalid-description`.
 */
export function readDescription(output: string): ProgramDescription {
  if (output.trim() === "") {
    throw new ToolError(
      'It printed nothing when it should have described itself. With TOOLBOX_ACTION=describe print {"name": ..., "description": ..., "inputSchema": {...}}.',
      { code: "no-output" },
    );
  }
  const value = parse(output);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(`it is ${Array.isArray(value) ? "a list" : `${JSON.stringify(value).slice(0, 80)}`}`);
  }
  const { name, description, inputSchema, args, subagentTypes } = value as Record<string, unknown>;
  if (name !== undefined && typeof name !== "string") throw invalid("name is not a text");
  if (typeof description !== "string" || description.trim() === "") {
    throw invalid("description is missing. State what the tool does, when to use it and what it returns");
  }
  if (subagentTypes !== undefined && !isTextList(subagentTypes)) {
    throw invalid("subagentTypes is not a list of texts");
  }
  return {
    name,
    description,
    inputSchema: inputSchema === undefined ? schemaOfArguments(args) : objectOf("inputSchema", inputSchema),
    subagentTypes,
  };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    const start = output.trim().slice(0, MAX_SHOWN_CHARACTERS);
    throw new ToolError(`Its description is not JSON; its output begins with ${JSON.stringify(start)}.`, {
      code: "invalid-description",
    });
  }
}

function schemaOfArguments(args: unknown): object {
  const properties: [string, object][] = [];
  const required: string[] = [];
  for (const [name, value] of Object.entries(args === undefined ? {} : objectOf("args", args))) {
    const [type, description] = Array.isArray(value) ? (value as unknown[]) : [value];
    const match = typeof type === "string" ? SHORT_TYPE.exec(type) : null;
    if (match === null || (description !== undefined && typeof description !== "string")) {
      throw invalid(
        `args.${name} is ${JSON.stringify(value)?.slice(0, 80)}; write ["string", "description"]`,
      );
    }
    properties.push([name, { type: match[1], ...(description !== undefined && { description }) }]);
    if (match[2] === "") required.push(name);
  }
  // Not by assignment: a parameter may be named __proto__.
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

function objectOf(field: string, value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalid(`${field} is not an object`);
}

function invalid(why: string): ToolError {
  return new ToolError(`Its description cannot be used: ${why}.`, { code: "invalid-description" });
}
