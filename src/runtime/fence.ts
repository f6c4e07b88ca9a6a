import { ToolError } from "../contract/index.js";

/**
 * Cuts a call off from the outside once it has ended.
 *
 * A tool that ignores its abort signal may wake up later; by then other calls hold its resources. Behind a fence it can
 * no longer reach them, so its locks may be given back as soon as what was under way has finished.
 */
export interface Fence {
  /** The same object with every method refusing to start once the fence is closed. */
  guard<Target extends object>(target: Target): Target;
  close(): void;
  /** Resolves when nothing is under way: for good after the close, before it for the moment. */
  drained(): Promise<void>;
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
    guard(target) {
      return new Proxy(target, {
        get(object, property) {
          const member: unknown = Reflect.get(object, property, object);
          if (typeof member !== "function") return member;
          return (...parameters: unknown[]) => {
            if (closed) {
              throw new ToolError(
                "This call has ended, so it can no longer use files, processes or search.",
                {
                  code: "cancelled",
                },
              );
            }
            const value: unknown = Reflect.apply(member, object, parameters);
            if (!(value instanceof Promise)) return value;
            underway += 1;
            return value.finally(leave);
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
