import { ignoreRejection, ToolError } from "../../contract/index.js";

/**
 * Cuts a call off from the outside once it has ended.
 *
 * A tool that ignores its abort signal may wake up later; by then other calls hold its resources. Behind a fence it can
 * no longer reach them, so its locks may be given back as soon as what was under way has finished.
 */
export interface Fence {
  /**
   * The same object, of which no method starts once the fence is closed: each then returns a promise that rejects with
   * `cancelled`. Never a throw, and a rejection that counts as handled: a tool may use the object in a timer that nothing
   * awaits, where either would end the process of the host.
   */
  guard<Target extends object>(target: Target, options?: GuardOptions<Target>): Target;
  close(): void;
  /** Resolves when nothing is under way: for good after the close, before it for the moment. */
  drained(): Promise<void>;
}

/** How an object is guarded. */
export interface GuardOptions<Target extends object> {
  /** Methods that only compute something, and may be used after the end. */
  readonly pure?: readonly (keyof Target)[];
}

/** Creates an open fence. */
export function createFence(): Fence {
  let closed = false;
  let underway = 0;
  let waiting: (() => void)[] = [];

  const leave = () => {
    underway -= 1;
    if (underway > 0) return;
    const drained = waiting;
    waiting = [];
    for (const resolve of drained) resolve();
  };

  return {
    guard(target, { pure = [] } = {}) {
      return new Proxy(target, {
        get(object, property) {
          const member: unknown = Reflect.get(object, property, object);
          if (typeof member !== "function") {
            const isMissing = closed && member === undefined && typeof property === "string";
            return isMissing && property !== "then" ? refusal : member;
          }
          if ((pure as readonly PropertyKey[]).includes(property)) return member.bind(object);
          return (...parameters: unknown[]) => {
            if (closed) return refusal();
            const value: unknown = Reflect.apply(member, object, parameters);
            if (!(value instanceof Promise)) return value;
            underway += 1;
            const result = value.finally(leave);
            ignoreRejection(result);
            return result;
          };
        },
      });
    },
    close() {
      closed = true;
    },
    drained() {
      return underway === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
    },
  };
}

/** What a method returns after the end of its call: a promise and an empty sequence in one, since a method may return either. */
function refusal(): Promise<never> {
  const refused = Promise.reject<never>(
    new ToolError(
      "This call has ended, so it can no longer use files, processes, search or other services of the runtime.",
      { code: "cancelled" },
    ),
  );
  ignoreRejection(refused);
  const next = () => refused;
  return Object.assign(refused, { [Symbol.asyncIterator]: () => ({ next }) });
}
