import { type AnyTool, ToolError } from "../../contract/index.js";

/** Something that a function of a tool threw although it must not. */
export interface Thrown {
  /** `execute`, `executionProfile.resourceKeys` ... */
  readonly where: string;
  readonly error: unknown;
}

/** What a tool did, seen from inside the pipeline. */
export interface ToolWatch {
  /** Everything thrown that is not an error for the model. */
  readonly thrown: Thrown[];
  /** What `execute` gave back, before anything was cut. */
  readonly outputs: unknown[];
  /** The same, as the tool renders it for the model. */
  readonly rendered: unknown[];
  /** One promise for each time that `execute` was called; resolves when it is over, whatever came of it. */
  readonly executions: Promise<void>[];
  /** Called when `execute` has been called and gave way for the first time. */
  onExecuting?: () => void;
}

/** The same tool, with all its functions watched. */
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
        // A throw there costs concurrency in silence, so not even an error for the model is in order.
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

// biome-ignore lint/suspicious/noExplicitAny: the functions of a tool have nothing in common but that they can be called.
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
