import type { Backend, BackendCalls, CallingBackend, Executor } from "./contract/index.js";
import { isRecord } from "./values/index.js";
import { expectedWorkspace, type WorkspaceOptions } from "./workspace/index.js";

/**
 * Returns the executor of a backend that runs whole calls beside its files; `undefined` where it has none, or where an option is a
 * value of this process that cannot be sent. Calls then run here, over the other ports of the backend.
 *
 * @param options - the options of the runtime that its calls need wherever they run
 */
export function backendExecutor(
  backend: Backend,
  options: Readonly<Record<string, unknown>>,
  workspace: WorkspaceOptions,
): Executor | undefined {
  const calls = callsOf(backend);
  if (calls === undefined || !isPlain(options)) return undefined;
  const executor = calls.open(options);
  const judging = {
    workspace: expectedWorkspace(workspace),
    includes: (tool: Parameters<typeof executor.includes>[0]) => executor.includes(tool),
  };
  return {
    judging,
    run: (call, context, inProcess) => executor.run(call, context, inProcess),
    ownsOutput: (path, session) => executor.ownsOutput?.(path, session) === true,
  };
}

function callsOf(backend: Backend): BackendCalls | undefined {
  const { calls } = backend as Partial<CallingBackend>;
  return typeof calls?.open === "function" ? calls : undefined;
}

/** Returns whether a value is what JSON makes of it, apart from fields that are absent. */
function isPlain(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean")
    return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((each) => each !== undefined && isPlain(each));
  return isRecord(value) && isPlainObject(value) && Object.values(value).every(isPlain);
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
