import { loaderArguments } from "./loader-arguments.js";
import { TRIAL_PROGRAM } from "./trial-program.js";

/** The part of Deno that states the permissions of the process. */
interface DenoPermissions {
  querySync(query: { readonly name: string }): { readonly state: string };
}

/** Permissions of Deno, as in `--allow-read`. */
const DENO_PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];

/**
 * Returns the parameters with which the program of this process runs the trial program; the URL of the module and the mark follow
 * them.
 *
 * @param path - the module
 */
export function trialParameters(path: string): string[] {
  const { Deno } = globalThis as { Deno?: { readonly permissions: DenoPermissions } };
  if (Deno !== undefined) return denoParameters(Deno.permissions, path);
  return [...loaderArguments(process.execArgv), "--input-type=module", "--eval", TRIAL_PROGRAM, "--"];
}

/**
 * Returns the parameters for Deno. The trial has those permissions that the host has without restriction, and may read the module;
 * Deno does not state for which paths, hosts or programs the others are granted.
 */
export function denoParameters(permissions: DenoPermissions, path: string): string[] {
  const isGranted = (name: string) => permissions.querySync({ name }).state === "granted";
  const granted = DENO_PERMISSIONS.filter(isGranted);
  const flags =
    granted.length === DENO_PERMISSIONS.length
      ? ["--allow-all"]
      : granted
          .map((name) => `--allow-${name}`)
          .concat(granted.includes("read") ? [] : [`--allow-read=${path}`]);
  const program = `data:text/javascript,${encodeURIComponent(`import process from "node:process";${TRIAL_PROGRAM}`)}`;
  return ["run", "--no-prompt", "--quiet", ...flags, program];
}
