import { type ChildProcess, spawn } from "node:child_process";
import type { ShellRequest } from "../../../../contract/index.js";
import { openWorkingDirectory } from "../environment/index.js";
import { spawnFailure } from "./spawn-failure.js";

/** A program with its arguments, ready to be started. */
export interface Launch {
  /** Absolute path. */
  readonly program: string;
  readonly parameters: readonly string[];
  /** On Windows, whether the parameters are passed as they are, without quotes around them. Default: false. */
  readonly isVerbatim?: boolean;
}

/**
 * Starts a command in its own process group and session, without standard input unless there is an input.
 * Throws the `ToolError` of {@link spawnFailure} or of the working directory.
 */
export async function startCommand(
  { program, parameters, isVerbatim = false }: Launch,
  request: Pick<ShellRequest, "command" | "cwd"> & {
    /** Standard input of the command; `"open"` leaves the pipe to the caller. */
    readonly input?: { readonly text: string | Uint8Array } | "open" | undefined;
  },
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const directory = await openWorkingDirectory(request.cwd);
  try {
    const child = spawn(program, parameters, {
      cwd: directory.path,
      env: environment,
      detached: process.platform !== "win32",
      stdio: [request.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    if (child.pid === undefined) {
      throw await new Promise((resolve) => child.once("error", resolve));
    }
    // A failed signal or a late pipe error must not become an uncaught exception of the host.
    child.on("error", () => {});
    // A program need not read its input: the broken pipe is then not a failure.
    child.stdin?.on("error", () => {});
    if (request.input !== "open") child.stdin?.end(request.input?.text);
    return child;
  } catch (error) {
    throw spawnFailure(error, request);
  } finally {
    directory.close();
  }
}
