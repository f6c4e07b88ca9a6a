import { ignoreRejection, isThenable } from "../../contract/index.js";
import type { Check } from "./port-checks.js";
import { portFault, unusable } from "./port-fault.js";

/** Declares one function of a port. */
export interface PortFunction {
  /** Whether the function returns its value, a promise of it, or an async iterable of such values. */
  readonly returns: "now" | "later" | "each";
  /** Returns the checked value, or throws a text that states the problem. */
  readonly check: Check;
  /** Whether the port may lack the function. */
  readonly optional?: true;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Returns a port with the declared functions of another one, whose failures name the port and whose values are
 * checked.
 *
 * A port of the host may throw anything, return a promise where a value is expected, change its arguments or return
 * garbage. Unchecked, that ends a call with the error of an inner function, or the host's process with an unhandled
 * rejection.
 *
 * @param name - used in messages: `backend 'x', files`
 * @throws a text if the port lacks a function, as a {@link Check} does
 */
export function checkedPort<Port extends object>(
  port: Port,
  name: string,
  functions: Readonly<Record<string, PortFunction>>,
): Port {
  const checked: Record<string, unknown> = {};
  for (const [key, declared] of Object.entries(functions)) {
    const member = memberOf(port, key);
    if (typeof member !== "function") {
      if (declared.optional === true) continue;
      throw `${key}: it must be a function`;
    }
    const label = `${name}.${key}`;
    const call = (args: readonly unknown[]) =>
      (port as Record<string, AnyFunction>)[key]?.(...args.map(ownArgument));
    checked[key] = checkedFunction(call, label, declared);
  }
  return checked as Port;
}

function checkedFunction(
  call: (args: readonly unknown[]) => unknown,
  label: string,
  { returns, check }: PortFunction,
): AnyFunction {
  const verified = (value: unknown) => checkedValue(value, label, check);
  switch (returns) {
    case "now":
      return (...args) => {
        const value = attempt(() => call(args), label);
        if (!isThenable(value)) return verified(value);
        ignoreRejection(value);
        throw unusable(label, "it must be synchronous, but it returned a promise");
      };
    case "later":
      return async (...args) => {
        let value: unknown;
        try {
          value = await call(args);
        } catch (thrown) {
          throw portFault(label, thrown);
        }
        return verified(value);
      };
    case "each":
      return (...args) => iterated(() => call(args), label, verified);
  }
}

/** Checks a value; a problem, or a value that throws when it is read, is reported with the name of the port. */
export function checkedValue(value: unknown, label: string, check: Check): unknown {
  ignoreRejection(value);
  let problem: string;
  try {
    return check(value, label);
  } catch (thrown) {
    problem = typeof thrown === "string" ? thrown : "it cannot be read";
  }
  throw unusable(label, problem);
}

function attempt<Value>(work: () => Value, label: string): Value {
  try {
    return work();
  } catch (thrown) {
    throw portFault(label, thrown);
  }
}

async function* iterated(
  open: () => unknown,
  label: string,
  verified: (value: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const iterator = attempt(() => {
    const iterable = open();
    ignoreRejection(iterable);
    return iteratorOf(iterable, label);
  }, label);
  let isOver = false;
  try {
    for (;;) {
      let step: unknown;
      try {
        step = await iterator.next();
        isOver = (step as IteratorResult<unknown>).done === true;
      } catch (thrown) {
        isOver = true;
        throw portFault(label, thrown);
      }
      if (isOver) return;
      yield verified((step as IteratorResult<unknown>).value);
    }
  } finally {
    // An iterator that never ends must not keep its search from ending.
    if (!isOver) ignoreRejection(quietReturn(iterator));
  }
}

function iteratorOf(iterable: unknown, label: string): AsyncIterator<unknown> {
  const start: unknown = (iterable as Partial<AsyncIterable<unknown>> | null | undefined)?.[
    Symbol.asyncIterator
  ];
  const iterator: unknown = typeof start === "function" ? start.call(iterable) : undefined;
  ignoreRejection(iterator);
  const next: unknown = (iterator as Partial<AsyncIterator<unknown>> | null | undefined)?.next;
  if (typeof next !== "function") throw unusable(label, "it must be an async iterable");
  return iterator as AsyncIterator<unknown>;
}

function quietReturn(iterator: AsyncIterator<unknown>): unknown {
  try {
    return iterator.return?.();
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

function memberOf(port: object, key: string): unknown {
  try {
    return (port as Record<string, unknown>)[key];
  } catch {
    throw `${key}: it cannot be read`;
  }
}

/** Copies an argument that is a plain object or a list: the port may change it. */
function ownArgument(argument: unknown): unknown {
  if (Array.isArray(argument)) return [...argument];
  if (typeof argument !== "object" || argument === null) return argument;
  return Object.getPrototypeOf(argument) === Object.prototype ? { ...argument } : argument;
}
