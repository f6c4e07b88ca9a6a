import { type AnyTool, ToolError } from "../../contract/index.js";
import { noEffects, type ProcessEffects, withEffects } from "./effects/index.js";

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
  /** The functions that changed their input. */
  readonly mutating: Set<string>;
  /** The functions that returned other values when they were called again. */
  readonly unstable: Set<string>;
  /** Effects of `execute` on the process, recorded while `watchEffects` runs. */
  readonly effects: ProcessEffects;
  /** Whether the facts named a host. */
  namesHosts: boolean;
  /** Called when `execute` has started and yields for the first time. */
  onExecuting?: () => void;
}

/** Returns the same tool with observers around all its functions. */
export function observedTool(tool: AnyTool): { readonly tool: AnyTool; readonly watch: ToolWatch } {
  const watch: ToolWatch = {
    thrown: [],
    outputs: [],
    rendered: [],
    executions: [],
    mutating: new Set(),
    unstable: new Set(),
    effects: noEffects(),
    namesHosts: false,
  };
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
          resourceKeys: watched(
            calledTwice(resourceKeys, "executionProfile.resourceKeys", watch),
            "executionProfile.resourceKeys",
            watch,
            { toolErrors: "count" },
          ),
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
    if (own === undefined) continue;
    const called =
      name === "facts" ? notingHosts(calledTwice(own as Callable, name, watch), watch) : (own as Callable);
    functions[name] = watched(called, name, watch, { toolErrors: "pass" });
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
    const before = jsonText(input);
    const execution = withEffects(watch.effects, async () => {
      try {
        return await execute(input, context);
      } finally {
        if (jsonText(input) !== before) watch.mutating.add("execute");
      }
    });
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

/** Returns a function that is called twice, and notes whether the values or the input differ afterwards. */
function calledTwice<Own extends Callable>(own: Own, where: string, watch: ToolWatch): Own {
  return ((...parameters: unknown[]) => {
    const before = jsonText(parameters[0]);
    const value: unknown = own(...parameters);
    if (jsonText(own(...parameters)) !== jsonText(value)) watch.unstable.add(where);
    if (jsonText(parameters[0]) !== before) watch.mutating.add(where);
    return value;
  }) as Own;
}

function notingHosts<Own extends Callable>(facts: Own, watch: ToolWatch): Own {
  return ((...parameters: unknown[]) => {
    const value = facts(...parameters);
    if (Array.isArray(value?.hosts) && value.hosts.length > 0) watch.namesHosts = true;
    return value;
  }) as Own;
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

/** Returns the JSON of a value to compare it with another one; `""` for a value that has none. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
