import { builtinModule, type EffectStorage } from "./builtin-modules.js";
import type { ProcessEffects } from "./process-effects.js";
import { replaceMembers } from "./replaced-members.js";

/** The resources of Node that the suite watches. A connection and a look-up of a name count as requests. */
const TIMER = "Timeout";
const PROCESS = "PROCESSWRAP";
const REQUESTS: readonly string[] = ["TCPCONNECTWRAP", "GETADDRINFOREQWRAP", "QUERYWRAP"];

let storage: EffectStorage<ProcessEffects> | undefined;
let watchers = 0;
let stop: (() => void) | undefined;

/**
 * Watches the process while a function runs; {@link withEffects} names the executions to record. The replaced functions are
 * those of the whole process, so several watchers share them.
 */
export async function watchEffects<Value>(run: () => Promise<Value>): Promise<Value> {
  watchers += 1;
  if (watchers === 1) stop = start();
  try {
    return await run();
  } finally {
    watchers -= 1;
    if (watchers === 0) stop?.();
  }
}

/** Runs a function and records its effects, even those of the asynchronous work that it starts. */
export function withEffects<Value>(effects: ProcessEffects, run: () => Value): Value {
  return storage === undefined ? run() : storage.run(effects, run);
}

function start(): () => void {
  const hooks = builtinModule("async_hooks");
  if (hooks === undefined) return () => {};
  storage ??= new hooks.AsyncLocalStorage<ProcessEffects>();
  const own = storage;
  const restore = replaceMembers(() => own.getStore());
  const hook = hooks.createHook({
    init(_id, type, _trigger, resource) {
      if (type !== TIMER && type !== PROCESS && !REQUESTS.includes(type)) return;
      const effects = own.getStore();
      if (effects === undefined) return;
      if (REQUESTS.includes(type)) effects.requests.push("a server");
      else
        effects.started.push({
          type: type === TIMER ? "timer" : "process",
          isActive: () => hasRef(resource),
        });
    },
  });
  hook.enable();
  return () => {
    hook.disable();
    restore();
  };
}

/** Returns whether a resource keeps the process running. Node 20 answers `hasRef` even for a timer that has ended. */
function hasRef(resource: { readonly hasRef?: () => boolean; readonly _destroyed?: boolean }): boolean {
  return resource._destroyed !== true && resource.hasRef?.() === true;
}
