import { ignoreRejection, ToolError } from "../../contract/index.js";

/**
 * Revokes the access of a call once it has ended.
 *
 * A tool that ignores its abort signal may continue later, when other calls hold its resources. The fence prevents
 * access to them, so the call's locks can be released as soon as its running operations have finished.
 */
export interface Fence {
  /**
   * Returns the same object with guarded methods: once the fence is closed, none of them starts, and each returns a
   * promise that rejects with `cancelled`. The method does not throw, and the rejection counts as handled: a tool may
   * use the object in a timer without `await`, where either would end the process of the host.
   */
  guard<Target extends object>(target: Target, options?: GuardOptions<Target>): Target;
  close(): void;
  /** Resolves when no operation is running: permanently after the close, for the moment before it. */
  drained(): Promise<void>;
}

/** Options for guarding an object. */
export interface GuardOptions<Target extends object> {
  /** Methods that only compute a value and may be used after the end. */
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

/**
 * Returns the value of a method after the end of its call: a promise that is also an empty sequence, since a method
 * may return either.
 */
export function refusal(): Promise<never> {
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
