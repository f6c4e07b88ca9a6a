import { type AnyTool, ToolError } from "../../contract/index.js";

/** An exception from a function of a tool that must not throw it. */
export interface Thrown {
  /** The function: `execute`, `executionProfile.resourceKeys` ... */
  readonly where: string;
  readonly error: unknown;
}

/** The behaviour of a tool, observed inside the pipeline. */
export interface ToolWatch {
  /** Every exception that is not an error for the model. */
  readonly thrown: Thrown[];
  /** The values that `execute` returned, before truncation. */
  readonly outputs: unknown[];
  /** The same values as the tool renders them for the model. */
  readonly rendered: unknown[];
  /** One promise for each execution; resolves when it has ended, with any outcome. */
  readonly executions: Promise<void>[];
  /** Called when `execute` has started and yields for the first time. */
  onExecuting?: () => void;
}

/** Returns the same tool with observers around all its functions. */
export function observedTool(tool: AnyTool): { readonly tool: AnyTool; readonly watch: ToolWatch } {
  const watch: ToolWatch = { thrown: [], outputs: [], rendered: [], executions: [] };
  const { executionProfile } = tool;
  const resourceKeys = executionProfile?.resourceKeys;
  const observed: AnyTool = {
    ...tool,
    ...watchedFunctions(tool, watch),
    ...(executionProfile !== undefined && {
      executionProfile: {
        ...executionProfile,
        // An exception there silently costs concurrency, so even an error for the model counts.
        ...(resourceKeys !== undefined && {
          resourceKeys: watched(resourceKeys, "executionProfile.resourceKeys", watch, {
            toolErrors: "count",
          }),
        }),
      },
    }),
    execute: watchedExecute(tool, watch),
  };
  return { tool: observed, watch };
}

const QUIET = ["validateInput", "validateOutput", "facts", "preprocessArgs", "preview", "mapInput"] as const;

function watchedFunctions(tool: AnyTool, watch: ToolWatch): Partial<AnyTool> {
  const functions: Record<string, unknown> = {};
  for (const name of QUIET) {
    const own = tool[name];
    if (own !== undefined) functions[name] = watched(own as Callable, name, watch, { toolErrors: "pass" });
  }
  if (tool.render !== undefined) {
    const render = watched(tool.render as Callable, "render", watch, { toolErrors: "count" });
    functions.render = (...parameters: unknown[]) => {
      const rendered = render(...parameters);
      watch.rendered.push(rendered);
      return rendered;
    };
  }
  return functions;
}

function watchedExecute(tool: AnyTool, watch: ToolWatch): AnyTool["execute"] {
  const execute = watched(tool.execute, "execute", watch, { toolErrors: "pass" });
  return (input, context) => {
    const execution = (async () => execute(input, context))();
    watch.executions.push(
      execution.then(
        (output) => void watch.outputs.push(output),
        () => {},
      ),
    );
    queueMicrotask(() => watch.onExecuting?.());
    return execution;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the functions of a tool share only that they can be called.
type Callable = (...parameters: any[]) => any;

function watched<Own extends Callable>(
  own: Own,
  where: string,
  watch: ToolWatch,
  { toolErrors }: { readonly toolErrors: "pass" | "count" },
): Own {
  const note = (error: unknown): never => {
    if (toolErrors === "count" || !ToolError.isInstance(error)) watch.thrown.push({ where, error });
    throw error;
  };
  return ((...parameters: unknown[]) => {
    try {
      const value: unknown = own(...parameters);
      return value instanceof Promise ? value.catch(note) : value;
    } catch (error) {
      return note(error);
    }
  }) as Own;
}
