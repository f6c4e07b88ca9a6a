import type { Shell } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";

/** Limits of what runs in a sandbox. */
export interface SandboxLimits {
  /** Bytes of memory: of each process in bubblewrap, of all processes together in a container. */
  readonly memoryBytes?: number;
  /** Number of processes at a time: of this user in bubblewrap, of the container otherwise. */
  readonly processes?: number;
  /** Milliseconds until a command is ended; a call can only ask for less. */
  readonly commandMs?: number;
}

const LIMIT_NAMES = {
  memoryBytes: true,
  processes: true,
  commandMs: true,
} as const satisfies KeysOf<SandboxLimits>;

/** Throws a `TypeError` for limits that are not numbers above 0. */
export function requireLimits(label: string, limits: SandboxLimits): void {
  requireOptions(`${label} limits`, limits, LIMIT_NAMES);
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) > 0))
      throw new TypeError(`limits.${name} must be an integer above 0.`);
  }
}

/** Throws a `TypeError` unless each folder is an absolute path. */
export function requireFolders(name: string, folders: readonly string[]): void {
  if (!Array.isArray(folders)) throw new TypeError(`${name} must be a list of absolute paths.`);
  for (const folder of folders as unknown[]) {
    if (typeof folder !== "string" || !folder.startsWith("/") || folder.includes("\0"))
      throw new TypeError(`${name} must contain absolute paths, but it contains ${JSON.stringify(folder)}.`);
  }
}

/** Returns a shell whose commands end after the time of the limit, and whose results name the sandbox. */
export function limitedShell(shell: Shell, sandbox: string, { commandMs }: SandboxLimits): Shell {
  return {
    ...shell,
    run: async (request) => {
      const timeoutMs = Math.min(
        request.timeoutMs ?? Number.POSITIVE_INFINITY,
        commandMs ?? Number.POSITIVE_INFINITY,
      );
      const limited = Number.isFinite(timeoutMs) ? { ...request, timeoutMs } : request;
      return { ...(await shell.run(limited)), sandbox };
    },
  };
}
