import { lastValueOf } from "./last-value.js";

/** The values that a program starts with. */
export interface ProgramSetup {
  /** The tools as properties of `tools`: the identifier and the name of the tool. */
  readonly tools: readonly (readonly [identifier: string, name: string])[];
  /** The time that the program sees until its first results arrive, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Start of the sequence that `Math.random` returns. */
  readonly seed: number;
  /** Names of further functions, each of which is a call of the host. */
  readonly functions: readonly string[];
  /** Further names of another contract; they replace the names that a program otherwise finds. */
  readonly globals?: ProgramGlobals | undefined;
  /** Whether the value of a last line that is an expression becomes the value of the program. */
  readonly returnsLastValue: boolean;
}

/** Names that code in the sandbox adds to the scope of a program. */
export interface ProgramGlobals {
  readonly names: readonly string[];
  /**
   * JavaScript: a function that takes `{ text, image, exit, signal, write, known, missed, values }` and returns the values of the
   * names. `signal(name, ...values)` reaches the host without an answer; `write` is `JSON.stringify`; `known` has a function for
   * each tool; `missed(name)` notes a name that is none, for the error of a call; `values` are those below.
   */
  readonly source: string;
  /** Plain JSON for the source. */
  readonly values: unknown;
}

/** Names that a program finds in its scope, whatever the host adds. */
const OWN_NAMES = [
  "tools",
  "text",
  "image",
  "console",
  "exit",
  "setTimeout",
  "clearTimeout",
  "Date",
  "Math",
] as const;

/** Characters that a program may pass to its host between two deliveries. */
const MAX_SLICE = 4_000_000;

/**
 * The code around a program. It collects the calls of each slice of the program into one message, hands the results to
 * the waiting promises, and replaces the clock and the random numbers by values that a replay repeats.
 *
 * It runs in the sandbox beside the program and is no more trusted than the program: the host checks every message.
 */
const AROUND = `async (program, setup, globals) => {
  const waiting = new Map();
  let queue = [], scheduled = false, count = 0, now = setup.startedAt, leave, fail, broken = false, size = 0;
  const left = new Promise((resolve, reject) => { leave = resolve; fail = reject; });
  const flush = () => {
    scheduled = false;
    const message = "[" + queue.join(",") + "]";
    queue = [];
    try { collet.submit(message); } catch (error) { broken = true; fail(error); }
  };
  const send = (event) => {
    size += event.length;
    if (size > ${MAX_SLICE}) throw new RangeError("The program passed too much to its tools and outputs at once.");
    queue.push(event);
    if (scheduled) return;
    scheduled = true;
    Promise.resolve().then(flush);
  };
  const write = (value) => {
    const json = JSON.stringify(value);
    return json === undefined ? "null" : json;
  };
  const call = (name, input, kind) => new Promise((resolve, reject) => {
    const json = input === undefined ? "{}" : write(input);
    count += 1;
    waiting.set(count, { resolve, reject, stack: new Error().stack });
    send('{"type":"' + (kind || "call") + '","n":' + count + ',"name":' + write(String(name)) + ',"input":' + json + "}");
  });
  const show = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return describe(value).message;
    try { const json = JSON.stringify(value, null, 2); return json === undefined ? String(value) : json; }
    catch { return String(value); }
  };
  const describe = (error) => {
    const of = (name) => { try { const value = error[name]; return typeof value === "string" ? value : undefined; } catch { return undefined; } };
    if ((typeof error !== "object" && typeof error !== "function") || error === null) return { name: "Error", message: "The program threw " + show(error) };
    return { name: of("name"), message: of("message") || "", code: of("code"), stack: of("stack") };
  };
  const text = (...values) => { send('{"type":"text","text":' + write(values.map(show).join(" ")) + "}"); };
  const signal = (name, ...values) => { send('{"type":"signal","name":' + write(String(name)) + ',"input":' + write(values) + "}"); };
  const image = (value) => { send('{"type":"image","image":' + write(value) + "}"); };
  const console = Object.freeze({ log: text, info: text, warn: text, error: text, debug: text });
  const exit = () => { leave(); return new Promise(() => {}); };
  const cleared = new Set();
  const setTimeout = (action, ms, ...values) => {
    const id = count + 1;
    call("setTimeout", { ms: Math.min(Math.max(Number(ms) || 0, 0), 2147483647) }, "sleep").then(() => { if (!cleared.has(id)) action(...values); });
    return id;
  };
  const clearTimeout = (id) => { cleared.add(id); };
  const OwnDate = Date;
  const SteadyDate = function Date(...values) {
    if (!new.target) return new OwnDate(now).toString();
    return Reflect.construct(OwnDate, values.length === 0 ? [now] : values, new.target === SteadyDate ? OwnDate : new.target);
  };
  Object.defineProperty(SteadyDate, "prototype", { value: OwnDate.prototype });
  SteadyDate.now = () => now;
  SteadyDate.parse = OwnDate.parse;
  SteadyDate.UTC = OwnDate.UTC;
  let state = setup.seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const SteadyMath = Object.create(Math, { random: { value: random } });
  const known = Object.create(null);
  for (const [identifier, name] of setup.tools) known[identifier] = (input) => call(name, input);
  Object.freeze(known);
  const tools = new Proxy(known, {
    get: (_target, name) => {
      if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
      return known[name] || ((input) => call(name, input));
    },
  });
  let missedName;
  const missed = (name) => { missedName = String(name); };
  const functions = setup.functions.map((name) => (...values) => call(name, values, "host"));
  const failure = ({ name, message, code, status }, stack) => {
    const error = new Error(message);
    error.name = name;
    error.stack = stack;
    if (code !== undefined) error.code = code;
    if (status !== undefined) error.status = status;
    return error;
  };
  const receive = async () => {
    for (;;) {
      const message = JSON.parse(await collet.next());
      size = 0;
      if (message.at !== undefined) now = message.at;
      for (const [n, ok, value] of message.results) {
        const entry = waiting.get(n);
        waiting.delete(n);
        if (entry === undefined) continue;
        if (ok) entry.resolve(value); else entry.reject(failure(value, entry.stack));
      }
      if (message.end) return;
    }
  };
  const received = receive();
  let end;
  try {
    const added = globals ? globals({ text, image, exit, signal, write, known, missed, values: setup.values }) : [];
    const own = { tools, text, image, console, exit, setTimeout, clearTimeout, Date: SteadyDate, Math: SteadyMath };
    const run = program(...setup.own.map((name) => own[name]), ...functions, ...added);
    const value = await Promise.race([run, left]);
    end = { value: value === undefined ? undefined : JSON.parse(write(value)) };
  } catch (error) {
    const described = describe(error);
    if (missedName !== undefined && error instanceof TypeError && described.message.includes("not a function"))
      described.message += ". There is no tool named " + write(missedName.slice(0, 100)) + "; ALL_TOOLS lists the tools";
    end = { error: described };
  }
  if (!broken) {
    size = 0;
    send('{"type":"end"}');
    await received;
  }
  return JSON.stringify(end);
}`;

/** Returns the source that an engine runs for a program. The lines of the program keep their numbers. */
export function programSource(program: string, setup: ProgramSetup): string {
  const { tools, startedAt, seed, functions, globals } = setup;
  const added = globals?.names ?? [];
  const own = OWN_NAMES.filter((name) => !added.includes(name));
  const names = [...own, ...functions, ...added];
  const started = { tools, startedAt, seed, functions, own, values: globals?.values };
  return [
    `const program = async (${names.join(", ")}) => {${setup.returnsLastValue ? lastValueOf(program) : program}`,
    "};",
    `return await (${AROUND})(program, ${JSON.stringify(started)}, ${globals?.source ?? "undefined"});`,
  ].join("\n");
}
