import { type AnyTool, type ContentPart, ToolError } from "../contract/index.js";
import type { ToolRuntime } from "../runtime/index.js";
import { defineTool, jsonSchema } from "../schema/index.js";
import { counted } from "../text/index.js";
import { type KeysOf, requireOptions } from "../values/index.js";
import { callableTools } from "./callable-tools.js";
import {
  type CodeModeOptions,
  DEFAULT_CODE_MODE_LIMITS,
  DEFAULT_MAX_DECLARATIONS,
} from "./code-mode-options.js";
import { declareTools, toolIdentifiers } from "./declarations/index.js";
import { toolFunctions } from "./host-functions.js";
import { quickJsEngine } from "./quick-js/index.js";
import { noRecords } from "./records/index.js";
import { type FinishedProgram, type ProgramOptions, runProgram } from "./run-program.js";
import { withoutFence } from "./without-fence.js";

const RULES = `Runs a JavaScript program in a sandbox. Its only access to the outside is the tools below, as functions of \`tools\`.
- Call \`await tools.name(args)\`. Calls that do not depend on each other: \`await Promise.all([...])\`. A call that fails throws an Error with \`message\` and \`code\`.
- Only what the program puts out reaches you: \`text(value)\`, \`image(value)\`, and the value of the last line or of \`return\`. Filter and summarize in the program.
- There is no Node, no file system, no network, no import. \`setTimeout\` and \`exit()\` exist.
- If the user rejects a call, it throws an Error with the code "rejected-by-user". Nothing is undone when a program fails.`;

const SEARCH = `There are many tools: \`await searchTools("words")\` returns names and descriptions, \`await describeTool("name")\` the declaration of one.`;

/** Returns the description of the tool that runs programs: the rules, and the declarations of the tools. */
function describeProgramTool(tools: readonly AnyTool[], maxDeclarations: number): string {
  const { text, isShortened } = declareTools(tools, maxDeclarations);
  return isShortened ? `${RULES}\n- ${SEARCH}\n\nTools: ${text}` : `${RULES}\n\n\`\`\`ts\n${text}\n\`\`\``;
}

/** Code mode of a runtime. */
export interface CodeMode {
  /** Returns the one tool to show a model; its description declares the tools that programs find at this moment. */
  tools(): readonly AnyTool[];
  /** Removes the tool from the runtime. */
  remove(): void;
}

/** The value of a program, for the host. */
export interface ProgramValue {
  /** The returned value, or that of a last line that is an expression; absent if there is none. */
  readonly value?: unknown;
}

/** Other names of the parameter of a program. */
export const NAMES_OF_CODE = ["source", "script", "program", "javascript", "js", "input"];

/** Characters of the output that the error of a program repeats. */
const MAX_OUTPUT_IN_ERROR = 4_000;

/** The names of all options. */
const OPTION_NAMES = {
  name: true,
  tools: true,
  limits: true,
  truncation: true,
  maxDeclarations: true,
  engine: true,
  records: true,
} as const satisfies KeysOf<CodeModeOptions>;

/**
 * Adds code mode to a runtime: one tool that runs a JavaScript program of the model, in which the other tools are
 * functions. Only what the program puts out reaches the model.
 *
 * Every call of a program goes through the whole pipeline of the runtime: rules, approvals, locks, journal, events. Show
 * the model `tools()` of the returned object instead of `runtime.tools()`; execute its calls as usual.
 *
 * @example
 * const code = codeMode(runtime);
 * const reply = await client.messages.create({ model, max_tokens, messages, tools: toTools(code.tools()) });
 * const results = await runtime.executeBatch(parseToolCalls(reply));
 */
export function codeMode(runtime: ToolRuntime, options: CodeModeOptions = {}): CodeMode {
  requireOptions("codeMode", options, OPTION_NAMES);
  const { name = "run_code", tools: isIncluded = () => true, records = noRecords() } = options;
  const { engine = quickJsEngine(), maxDeclarations = DEFAULT_MAX_DECLARATIONS } = options;
  const limits = { ...DEFAULT_CODE_MODE_LIMITS, ...options.limits };
  const callable = callableTools(runtime, (tool) => tool.name !== name && isIncluded(tool));
  const surroundings = (tools: readonly AnyTool[]): ProgramOptions => ({
    ...{ runtime, engine, limits, records },
    refuse: callable.refuse,
    tools: toolIdentifiers(tools.map((tool) => tool.name)),
    functions: toolFunctions(tools),
  });
  const contents = new WeakMap<ProgramValue, readonly ContentPart[]>();
  const tool = defineTool({
    name,
    description: "Runs a JavaScript program in which the other tools are functions.",
    // The program itself has no effect; each of its calls is judged.
    kind: "think",
    parameterAliases: { code: NAMES_OF_CODE },
    inputSchema: jsonSchema<{ readonly code: string }>({
      type: "object",
      properties: { code: { type: "string", description: "The JavaScript program, without a code fence." } },
      required: ["code"],
      additionalProperties: false,
    }),
    timeoutMs: false,
    ...(options.truncation !== undefined && { truncation: options.truncation }),
    async execute({ code }, context) {
      const program = withoutFence(code);
      const finished = await runProgram(program, context, surroundings(callable.list(context.session)));
      const value = programValue(finished);
      contents.set(value, contentOf(finished));
      return value;
    },
    render: (value) => contents.get(value) ?? JSON.stringify(value),
  });
  runtime.registry.register(tool);
  return {
    tools: () => [{ ...tool, description: describeProgramTool(callable.list(), maxDeclarations) }],
    remove: () => void runtime.registry.unregister(tool),
  };
}

function programValue({ end, content }: FinishedProgram): ProgramValue {
  if (end.type === "value") return end.value === undefined ? {} : { value: end.value };
  const text = content.map((part) => (part.type === "text" ? part.text : "[image]")).join("\n");
  const output = text === "" ? "" : `\n\nOutput before the error:\n${text.slice(0, MAX_OUTPUT_IN_ERROR)}`;
  const code = ToolError.isInstance(end.error) ? end.error.code : "program-failed";
  throw new ToolError(`${end.error.message}${output}`, { code });
}

/** Returns the content for the model: the output, the value, and calls that the program did not wait for. */
function contentOf({ end, content, abandonedCalls }: FinishedProgram): readonly ContentPart[] {
  const parts = [...content];
  const value = end.type === "value" ? end.value : undefined;
  if (value !== undefined) {
    parts.push({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value, null, 2) });
  }
  if (abandonedCalls > 0) {
    const notice = `[${counted(abandonedCalls, "call")} not awaited by the program: cancelled. Await every call.]`;
    parts.push({ type: "text", text: notice });
  }
  if (parts.length === 0)
    parts.push({ type: "text", text: "The program ended without output. Use text(...)." });
  return parts;
}
