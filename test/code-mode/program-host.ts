import * as z from "zod";
import { type CodeModeOptions, codeMode } from "../../src/code-mode/index.js";
import {
  type AnyTool,
  createToolRuntime,
  defineTool,
  type RuntimeOptions,
  type ToolResult,
  type ToolRuntime,
} from "../../src/core.js";

/** A runtime with code mode over tools of one register of numbers. */
export interface ProgramHost extends AsyncDisposable {
  readonly runtime: ToolRuntime;
  readonly code: ReturnType<typeof codeMode>;
  /** The executed calls of tools, in the order of their execution. */
  readonly executed: string[];
  readonly values: Map<string, number>;
  /** Runs a program. */
  run(code: string, id?: string): Promise<ToolResult>;
}

/** Options of a host of programs. */
export interface ProgramHostOptions extends Omit<Partial<RuntimeOptions>, "mode"> {
  readonly codeMode?: CodeModeOptions;
  readonly more?: readonly AnyTool[];
  /** Awaited within each call. */
  readonly pause?: (name: string) => Promise<unknown>;
  readonly values?: Map<string, number>;
}

/** Creates a host with `get`, `set`, `add` (which needs an approval) and `fail`. */
export function createProgramHost({
  codeMode: how,
  more = [],
  pause,
  values = new Map(),
  ...options
}: ProgramHostOptions = {}): ProgramHost {
  const executed: string[] = [];
  const name = z.object({ name: z.string() });
  const note = async (text: string) => {
    await pause?.(text);
    executed.push(text);
  };
  const tools = [
    defineTool({
      name: "get",
      description: "Returns a number.",
      kind: "read",
      inputSchema: name,
      executionProfile: { resourceKeys: (input) => [{ key: input.name, mode: "read" }] },
      execute: async (input) => {
        await note(`get ${input.name}`);
        return values.get(input.name) ?? 0;
      },
    }),
    defineTool({
      name: "set",
      description: "Stores a number.",
      kind: "read",
      inputSchema: name.extend({ value: z.number() }),
      executionProfile: { resourceKeys: (input) => [{ key: input.name, mode: "write" }] },
      execute: async (input) => {
        await note(`set ${input.name}`);
        values.set(input.name, input.value);
        return { stored: input.value };
      },
    }),
    defineTool({
      name: "add",
      description: "Adds to a number.",
      kind: "edit",
      inputSchema: name.extend({ value: z.number() }),
      executionProfile: { resourceKeys: (input) => [{ key: input.name, mode: "write" }] },
      execute: async (input) => {
        await note(`add ${input.name}`);
        values.set(input.name, (values.get(input.name) ?? 0) + input.value);
        return values.get(input.name) ?? 0;
      },
    }),
    defineTool({
      name: "fail",
      description: "Fails.",
      kind: "read",
      inputSchema: z.object({}),
      execute: () => {
        throw new Error("it failed");
      },
    }),
    ...more,
  ];
  const runtime: ToolRuntime = createToolRuntime({
    tools,
    repeatedCalls: "allow",
    ...options,
  } as RuntimeOptions);
  const code = codeMode(runtime, how);
  let calls = 0;
  return {
    ...{ runtime, code, executed, values },
    run: (program, id = `p${++calls}`) => runtime.execute({ id, name: "run_code", input: { code: program } }),
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}

/** Returns the text of a result. */
export function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}
