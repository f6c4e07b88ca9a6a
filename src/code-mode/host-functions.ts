import { type AnyTool, describeThrown } from "../contract/index.js";
import { createToolCatalog } from "../registry/index.js";
import { declareTool, toolIdentifiers } from "./declarations/index.js";
import { failedOutcome, type ProgramCall, type ProgramRun } from "./program/index.js";

/** A function of the host that a program can call; its parameters and its value are plain JSON. */
export type HostFunction = (...values: readonly unknown[]) => unknown;

/** Tools that one search returns, unless the program asks for another number. */
const DEFAULT_FOUND = 10;

/** Tools that one search returns at most. */
const MAX_FOUND = 50;

/** Returns the functions with which a program finds tools whose declarations it has not seen. */
export function toolFunctions(tools: readonly AnyTool[]): Readonly<Record<string, HostFunction>> {
  const catalog = createToolCatalog(tools);
  const names = new Map(
    toolIdentifiers(tools.map(({ name }) => name)).map(([identifier, name]) => [name, identifier]),
  );
  return {
    searchTools: async (query, limit) => {
      const count =
        typeof limit === "number" && limit >= 1 ? Math.min(Math.trunc(limit), MAX_FOUND) : DEFAULT_FOUND;
      const found = await catalog.search(String(query), count);
      return found.map(({ name, description }) => ({ name: names.get(name) ?? name, description }));
    },
    describeTool: (name) => {
      const tool = tools.find((each) => each.name === name || names.get(each.name) === name);
      if (tool === undefined)
        throw new Error(`There is no tool '${String(name)}'. Find it with searchTools("...").`);
      return declareTool(tool, names.get(tool.name) ?? tool.name);
    },
  };
}

/** Carries out the calls of a program that are not calls of tools: functions of the host and timers. */
export class HostCalls {
  readonly #functions: Readonly<Record<string, HostFunction>>;
  readonly #settle: ProgramRun["settle"];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(functions: Readonly<Record<string, HostFunction>>, settle: ProgramRun["settle"]) {
    this.#functions = functions;
    this.#settle = settle;
  }

  start(call: ProgramCall): void {
    if (call.type === "sleep") this.#sleep(call);
    else void this.#call(call);
  }

  /** Ends all timers. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #sleep({ n, input }: ProgramCall): void {
    const { ms } = (input ?? {}) as { readonly ms?: unknown };
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#settle(n, { ok: true, value: null });
      },
      typeof ms === "number" && ms > 0 ? ms : 0,
    );
    this.#timers.add(timer);
  }

  async #call({ n, name, input }: ProgramCall): Promise<void> {
    try {
      if (!Object.hasOwn(this.#functions, name)) throw new Error(`There is no function '${name}'.`);
      const value = await this.#functions[name]?.(
        ...(Array.isArray(input) ? (input as readonly unknown[]) : []),
      );
      this.#settle(n, { ok: true, value: value ?? null });
    } catch (thrown) {
      this.#settle(n, failedOutcome(describeThrown(thrown)));
    }
  }
}
