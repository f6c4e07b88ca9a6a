import process from "node:process";

/** Set for a trial, so that a host that is started as one does not start trials itself. */
export const TRIAL_VARIABLE = "COLLET_MODULE_TRIAL";

/**
 * Returns whether the program of this process contains its own code: a single executable of Node, `deno compile` or pkg. Started with
 * the parameters of a trial, it would run the host again. A compiled program of Bun can act as Bun, see {@link standaloneEnvironment}.
 */
export function isStandaloneProgram(): boolean {
  const { Deno } = globalThis as { Deno?: { readonly build?: { readonly standalone?: boolean } } };
  if (Deno !== undefined) return Deno.build?.standalone === true;
  if ("pkg" in process) return true;
  // Node 20.12 and later; Bun and earlier versions have no such module.
  const sea = process.getBuiltinModule?.("node:sea") as { isSea?(): boolean } | undefined;
  return sea?.isSea?.() === true;
}

/** Variables with which a program that contains a host acts as the runtime of JavaScript in it. */
export const standaloneEnvironment = {
  // In an Electron host the program is Electron, which would open a window.
  ELECTRON_RUN_AS_NODE: "1",
  // A program of `bun build --compile` would run the host again.
  BUN_BE_BUN: "1",
  [TRIAL_VARIABLE]: "1",
} as const;
