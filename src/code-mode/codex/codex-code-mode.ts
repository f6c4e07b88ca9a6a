import {
  type AnyTool,
  type ContentPart,
  type NativeForm,
  type ToolContext,
  ToolError,
} from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { callableTools } from "../callable-tools.js";
import { type CodeMode, NAMES_OF_CODE } from "../code-mode.js";
import { type CodexCodeModeOptions, DEFAULT_MAX_DECLARATIONS } from "../code-mode-options.js";
import { withoutFence } from "../without-fence.js";
import { type Cell, type CellPause, isCellPause } from "./cell.js";
import type { CellReport, CodexProgramResult } from "./cell-report.js";
import { describeExec, EXEC_RULES, WAIT_RULES } from "./describe-exec.js";
import { readExecSource } from "./exec-source.js";
import { SessionCells } from "./session-cells.js";
import { cellStarter } from "./start-cell.js";

/** Codex: DEFAULT_EXEC_YIELD_TIME_MS and DEFAULT_WAIT_YIELD_TIME_MS. */
const DEFAULT_YIELD_MS = 10_000;

/** Milliseconds that a call waits for its program at most. */
const MAX_YIELD_MS = 1_800_000;

/** The grammar of the input of Codex' `exec`. */
const EXEC_GRAMMAR = `start: pragma_source | plain_source
pragma_source: PRAGMA_LINE NEWLINE SOURCE
plain_source: SOURCE

PRAGMA_LINE: /[ \\t]*\\/\\/ @exec:[^\\r\\n]*/
NEWLINE: /\\r?\\n/
SOURCE: /[\\s\\S]+/
`;

/** The names of all options. */
const OPTION_NAMES = {
  tools: true,
  limits: true,
  truncation: true,
  maxDeclarations: true,
  engine: true,
  records: true,
  onNotify: true,
} as const satisfies KeysOf<CodexCodeModeOptions>;

/**
 * Adds code mode in the form of Codex to a runtime: `exec` runs a JavaScript program of the model in which the other tools
 * are functions, and `wait` continues to read when the program takes long. With `toTools(..., { native: true })` of
 * `collet/openai`, `exec` is a custom tool whose input is the program.
 *
 * Every call of a program goes through the whole pipeline of the runtime. A program that runs longer than its call continues,
 * and ends with its session.
 *
 * @example
 * await using runtime = createToolRuntime({ toolset: "codex" });
 * const code = codexCodeMode(runtime);
 * const tools = toTools(code.tools(), { native: true });
 */
export function codexCodeMode(runtime: ToolRuntime, options: CodexCodeModeOptions = {}): CodeMode {
  requireOptions("codexCodeMode", options, OPTION_NAMES);
  const { tools: isIncluded = () => true, maxDeclarations = DEFAULT_MAX_DECLARATIONS } = options;
  const isOwn = ({ name }: AnyTool) => name === "exec" || name === "wait";
  const callable = callableTools(runtime, (tool) => !isOwn(tool) && isIncluded(tool));
  const start = cellStarter(runtime, callable, options);
  const contents = new WeakMap<object, readonly ContentPart[]>();
  const resultOf = ({ result, content }: CellReport): CodexProgramResult => {
    contents.set(result, content);
    return result;
  };
  const shared = {
    // The program itself has no effect; each of its calls is judged.
    kind: "think",
    timeoutMs: false,
    // They conflict with no call: they return while calls of the program still run, and those have their own locks.
    executionProfile: { resourceKeys: () => [] },
    ...(options.truncation !== undefined && { truncation: options.truncation }),
    render: (result: CodexProgramResult) => contents.get(result) ?? JSON.stringify(result),
  } as const;
  const exec = defineTool({
    ...shared,
    name: "exec",
    description: EXEC_RULES,
    parameterAliases: { code: NAMES_OF_CODE },
    inputSchema: jsonSchema<{ readonly code: string }>({
      type: "object",
      properties: { code: { type: "string", description: "The JavaScript program." } },
      required: ["code"],
      additionalProperties: false,
    }),
    native: { openai: nativeExec(EXEC_RULES) },
    async execute({ code: input }, context) {
      const { code, yieldTimeMs, maxOutputTokens } = readExecSource(withoutFence(input));
      const pause = pauseOf(context);
      const report = await SessionCells.of(context.session).inOrder(async () => {
        const cell = await start(pause?.program ?? code, context, pause);
        return reportOn(cell, context, { yieldMs: yieldTimeMs, maxTokens: maxOutputTokens });
      });
      return resultOf(report);
    },
  });
  const wait = defineTool({
    ...shared,
    name: "wait",
    description: WAIT_RULES,
    parameterAliases: { max_tokens: ["max_output_tokens"] },
    inputSchema: jsonSchema<{
      readonly cell_id: string;
      readonly yield_time_ms?: number;
      readonly max_tokens?: number;
      readonly terminate?: boolean;
    }>({
      type: "object",
      properties: {
        cell_id: { type: "string", description: "The cell ID that exec returned" },
        yield_time_ms: { type: "number", description: "Milliseconds to wait for output; default 10000" },
        max_tokens: { type: "number", description: "Tokens of new output to return; default 10000" },
        terminate: { type: "boolean", description: "Whether to end the program. Default false." },
      },
      required: ["cell_id"],
      additionalProperties: false,
    }),
    async execute({ cell_id: id, yield_time_ms: yieldMs, max_tokens: maxTokens, terminate }, context) {
      const pause = pauseOf(context);
      const cell = pause
        ? await start(pause.program, context, pause)
        : SessionCells.of(context.session).find(id);
      return resultOf(await reportOn(cell, context, { yieldMs, maxTokens, terminate }));
    },
  });
  runtime.registry.register(exec);
  runtime.registry.register(wait);
  return {
    tools() {
      const description = describeExec(callable.list(), maxDeclarations);
      return [{ ...exec, description, native: { openai: nativeExec(description) } }, wait];
    },
    remove() {
      runtime.registry.unregister(exec);
      runtime.registry.unregister(wait);
    },
  };
}

function nativeExec(description: string): NativeForm {
  const format = { type: "grammar", syntax: "lark", definition: EXEC_GRAMMAR };
  return { type: "custom", name: "exec", description, format };
}

/** Returns the state with which a call continues a paused program. */
function pauseOf({ resumed }: ToolContext): CellPause | undefined {
  if (resumed === undefined) return undefined;
  const { state } = resumed;
  if (isCellPause(state)) return state;
  throw new ToolError("The program was paused by another version of Collet, so it cannot continue.", {
    code: "program-diverged",
  });
}

interface ReportOptions {
  readonly yieldMs: number | undefined;
  readonly maxTokens: number | undefined;
  readonly terminate?: boolean | undefined;
}

/** Waits for a program and forgets it when it has ended. */
async function reportOn(
  cell: Cell,
  context: ToolContext,
  { yieldMs = DEFAULT_YIELD_MS, maxTokens, terminate = false }: ReportOptions,
): Promise<CellReport> {
  try {
    const wait = Math.min(Math.max(yieldMs, 0), MAX_YIELD_MS);
    return await cell.wait({ context, yieldMs: wait, maxTokens, terminate });
  } finally {
    if (!cell.isRunning) SessionCells.of(context.session).remove(cell);
  }
}
