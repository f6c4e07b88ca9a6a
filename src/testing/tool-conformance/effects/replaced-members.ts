import { isRecord } from "../../../values/index.js";
import { builtinModule } from "./builtin-modules.js";
import type { ProcessEffects } from "./process-effects.js";

type AnyFunction = (this: unknown, ...parameters: unknown[]) => unknown;

const CONSOLE = ["log", "info", "debug", "table", "dir", "group"] as const;

/** Functions of `node:fs` that open, list, create or remove what their first parameter names. */
const FILE_FUNCTIONS =
  "readFile readFileSync writeFile writeFileSync appendFile appendFileSync open openSync createReadStream createWriteStream " +
  "readdir readdirSync rm rmSync unlink unlinkSync mkdir mkdirSync rename renameSync copyFile copyFileSync cp cpSync";

/**
 * Replaces the functions of the process that a tool should not call by ones that record the call, and returns a function
 * that restores them. Calls outside an observed execution are passed on.
 */
export function replaceMembers(current: () => ProcessEffects | undefined): () => void {
  const restore: (() => void)[] = [];
  const replace = (
    owner: unknown,
    name: string,
    record: (
      effects: ProcessEffects,
      parameters: readonly unknown[],
    ) => { readonly answer: unknown } | undefined,
  ) => {
    if (!isRecord(owner) || typeof owner[name] !== "function") return;
    const members = owner as Record<string, unknown>;
    const own = members[name] as AnyFunction;
    const replacement = function (this: unknown, ...parameters: unknown[]) {
      const effects = current();
      const recorded = effects === undefined ? undefined : record(effects, parameters);
      return recorded === undefined ? own.apply(this, parameters) : recorded.answer;
    };
    Object.assign(replacement, own);
    members[name] = replacement;
    restore.push(() => {
      if (members[name] === replacement) members[name] = own;
    });
  };

  const print = (answer: unknown) => (effects: ProcessEffects, parameters: readonly unknown[]) => {
    effects.printed.push(String(parameters[0]));
    return { answer };
  };
  for (const name of CONSOLE) replace(globalThis.console, name, print(undefined));
  replace((globalThis as { process?: { stdout?: unknown } }).process?.stdout, "write", print(true));
  replace(globalThis, "fetch", (effects, [request]) => {
    effects.requests.push(urlOf(request));
    return undefined;
  });
  const fs = builtinModule("fs");
  for (const [owner, prefix] of [
    [fs, ""],
    [fs?.promises, "promises."],
  ] as const) {
    for (const name of FILE_FUNCTIONS.split(" ")) {
      replace(owner, name, (effects, [path]) => {
        const text = pathOf(path);
        if (text !== undefined && !isModuleLoad())
          effects.files.push({ operation: `${prefix}${name}`, path: text });
        return undefined;
      });
    }
  }
  const sync = () => builtinModule("module")?.syncBuiltinESMExports();
  sync();
  return () => {
    for (const each of restore) each();
    sync();
  };
}

function urlOf(request: unknown): string {
  return isRecord(request) && typeof request.url === "string" ? request.url : String(request);
}

function pathOf(path: unknown): string | undefined {
  if (typeof path === "string") return path;
  if (path instanceof URL) return decodeURIComponent(path.pathname);
  return path instanceof Uint8Array ? new TextDecoder().decode(path) : undefined;
}

/** Returns whether Node itself opens a file to load a module. */
function isModuleLoad(): boolean {
  return new Error().stack?.includes("node:internal/modules") === true;
}
