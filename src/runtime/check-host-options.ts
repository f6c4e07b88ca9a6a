import { ignoreRejection } from "../contract/index.js";
import { checkMode } from "../permissions/index.js";
import { isRecord, type KeysOf, requireKnownKeys, requireKnownValue } from "../values/index.js";
import { isList, kindOf } from "./host/kind-of.js";
import { refusePromises } from "./host/refuse-promises.js";
import { CORE_RUNTIME_OPTION_NAMES } from "./runtime-option-names.js";
import { type ConcurrencyOptions, type CoreRuntimeOptions, checkTimeout } from "./runtime-options.js";
import type { CallHook, Plugin, PluginEntry } from "./services/index.js";

/** The names of the options that are functions. */
const FUNCTIONS = ["onApproval", "onEvent", "ids", "redact", "subagentStarter"] as const;

/** The options that are objects, with the functions that each must have. */
const SERVICES: readonly (readonly [keyof CoreRuntimeOptions, readonly string[]])[] = [
  ["clock", ["now", "setTimeout", "clearTimeout"]],
  ["executor", ["run"]],
  ["approvals", ["key", "spend"]],
  ["webSearch", ["search"]],
  ["threads", ["append", "find", "read"]],
];

type Fields = Readonly<Record<string, unknown>>;

const PLUGIN_NAMES = { plugin: true, name: true, mayReplace: true } as const satisfies KeysOf<
  Exclude<PluginEntry, Plugin>
>;
const HOOK_NAMES = {
  name: true,
  timeoutMs: true,
  beforeCall: true,
  answerQuestion: true,
  afterCall: true,
} as const satisfies KeysOf<CallHook>;
const CONCURRENCY_NAMES = { max: true, strategy: true } as const satisfies KeysOf<ConcurrencyOptions>;

/** The values of the options that are one of a few words. */
const WORDS = { inputRepair: ["on", "off"], repeatedCalls: ["ask", "allow"] } as const;

/** The names of the options that are lists. */
const LISTS = ["tools", "hooks", "middleware", "plugins", "sessionStates"] as const;

/**
 * Checks the options of a runtime. Without the check, an option that cannot be called would fail every call later,
 * far from its cause.
 *
 * @throws TypeError with the option, the expected and the received value
 */
export function checkHostOptions(options: unknown): void {
  requireOptionsObject(options);
  const read = options as Fields;
  refusePromises(read);
  requireBackend(read.backend);
  requireKnownKeys("createToolRuntime", read, CORE_RUNTIME_OPTION_NAMES);
  for (const name of FUNCTIONS) {
    if (read[name] !== undefined) requireFunction(name, read[name]);
  }
  for (const [name, members] of SERVICES) {
    const value = read[name];
    if (value !== undefined && !(name === "threads" && value === false))
      requireFunctions(name, value, members);
  }
  for (const name of LISTS) {
    if (read[name] !== undefined && !isList(read[name])) {
      throw new TypeError(`${name} must be a list, but it is ${kindOf(read[name])}.`);
    }
  }
  checkPlainOptions(read);
  listed(read.middleware).forEach((layer, index) => {
    requireFunction(`middleware[${index}]`, layer);
  });
  listed(read.hooks).forEach((hook, index) => {
    requireHook(`hooks[${index}]`, hook);
  });
  requireToolList(read.tools);
  listed(read.plugins).forEach((plugin, index) => {
    if (typeof plugin === "function") return;
    requireReadable(`plugins[${index}]`, "a plugin", plugin, ["plugin", "name", "mayReplace"]);
    requireKnownKeys(`plugins[${index}]`, plugin as object, PLUGIN_NAMES, "key");
  });
  listed(read.sessionStates).forEach((state, index) => {
    requireFunctions(`sessionStates[${index}]`, state, ["export", "import"]);
    const { name } = state as { readonly name?: unknown };
    if (typeof name === "string" && name !== "") return;
    throw new TypeError(`sessionStates[${index}].name must be a string, but it is ${kindOf(name)}.`);
  });
}

/** Requires that the options of a runtime are an object. Throws a `TypeError` otherwise. */
export function requireOptionsObject(options: unknown): void {
  if (typeof options === "object" && options !== null && !isList(options)) return;
  throw new TypeError(`The options of a runtime must be an object, but they are ${kindOf(options)}.`);
}

/** Requires that the tools of a host are a list of readable objects. Throws a `TypeError` otherwise. */
export function requireToolList(tools: unknown): void {
  if (tools !== undefined && !isList(tools))
    throw new TypeError(`tools must be a list, but it is ${kindOf(tools)}.`);
  listed(tools).forEach((tool, index) => {
    requireReadable(`tools[${index}]`, "a tool", tool, ["name", "requires", "aliases"]);
  });
}

/** Requires that a backend has a name and files. Throws a `TypeError` otherwise. */
export function requireBackend(backend: unknown): void {
  if (backend === undefined) return;
  requireReadable("backend", "a backend", backend, ["name", "files"]);
  const { name, files } = backend as Fields;
  if (typeof name === "string" && isRecord(files) && isRecord(files.path)) return;
  throw new TypeError(
    "backend must be an object with name and files. Create it with localBackend, memoryBackend or overlayBackend.",
  );
}

/** Requires that the folders of a runtime are paths. Throws a `TypeError` that names the option otherwise. */
export function requireFolderPaths({
  cwd,
  roots,
}: {
  readonly cwd?: unknown;
  readonly roots?: unknown;
}): void {
  const isPath = (value: unknown) => typeof value === "string" && value !== "";
  if (cwd !== undefined && !isPath(cwd))
    throw new TypeError(`cwd must be the path of a folder, but it is ${kindOf(cwd)}.`);
  if (roots === undefined) return;
  if (!isList(roots)) throw new TypeError(`roots must be a list of folders, but it is ${kindOf(roots)}.`);
  const invalid = listed(roots).find((root) => !isPath(root));
  if (listed(roots).every(isPath)) return;
  throw new TypeError(`roots must be a list of folders, but one of them is ${kindOf(invalid)}.`);
}

function checkPlainOptions({ cwd, mode, concurrency, canDelegate, ...read }: Fields): void {
  requireFolderPaths({ cwd });
  if (canDelegate !== undefined && typeof canDelegate !== "boolean")
    throw new TypeError(`canDelegate must be true or false, but it is ${kindOf(canDelegate)}.`);
  for (const [name, values] of Object.entries(WORDS)) {
    if (read[name] !== undefined) requireKnownValue(name, read[name], values);
  }
  checkMode(mode);
  if (concurrency === undefined) return;
  if (!isRecord(concurrency))
    throw new TypeError(`concurrency must be { max, strategy }, but it is ${kindOf(concurrency)}.`);
  requireKnownKeys("concurrency", concurrency, CONCURRENCY_NAMES);
}

function requireHook(name: string, hook: unknown): void {
  requireReadable(name, "a hook", hook, Object.keys(HOOK_NAMES));
  requireKnownKeys(name, hook as object, HOOK_NAMES, "key");
  const { name: own, beforeCall, answerQuestion, afterCall, timeoutMs } = hook as Fields;
  if (typeof own !== "string" || own === "")
    throw new TypeError(`${name}.name must be a string, but it is ${kindOf(own)}.`);
  if (beforeCall !== undefined) requireFunction(`${name}.beforeCall`, beforeCall);
  if (answerQuestion !== undefined) requireFunction(`${name}.answerQuestion`, answerQuestion);
  if (afterCall !== undefined) requireFunction(`${name}.afterCall`, afterCall);
  checkTimeout(`${name}.timeoutMs`, timeoutMs as number | false | undefined);
}

function requireFunction(name: string, value: unknown): void {
  if (typeof value === "function") return;
  throw new TypeError(`${name} must be a function, but it is ${kindOf(value)}.`);
}

/** Requires that an object can be read. A value of the wrong form is refused where it is used. */
function requireReadable(name: string, what: string, value: unknown, members: readonly string[]): void {
  if (typeof value === "object" && value !== null && !isList(value)) {
    try {
      for (const member of members) Reflect.get(value, member);
      return;
    } catch (thrown) {
      ignoreRejection(thrown);
      // A getter or a proxy may throw.
    }
  }
  throw new TypeError(`${name} must be ${what}, but it is ${kindOf(value)}.`);
}

function requireFunctions(name: string, value: unknown, members: readonly string[]): void {
  const wanted = members.map((member) => `${member}()`).join(", ");
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    throw new TypeError(`${name} must be an object with ${wanted}, but it is ${kindOf(value)}.`);
  }
  for (const member of members) {
    let found: unknown;
    try {
      found = Reflect.get(value, member);
    } catch (thrown) {
      ignoreRejection(thrown);
      throw new TypeError(`${name} must be an object with ${wanted}, but its ${member} cannot be read.`);
    }
    if (typeof found === "function") continue;
    throw new TypeError(`${name} must be an object with ${wanted}, but its ${member} is ${kindOf(found)}.`);
  }
}

/** Returns the entries of a list, including its holes, which `forEach` would skip. */
function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}
