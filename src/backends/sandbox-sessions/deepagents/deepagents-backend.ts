import { type PosixExec, type PosixShellBackend, posixShellBackend } from "../../posix-shell/index.js";
import { executedOutput } from "../session-answers.js";

/** The part of deepagents' `SandboxBackendProtocolV2` that is used. */
export interface DeepagentsSandbox {
  readonly id: string;
  execute(command: string): DeepagentsExecuted | Promise<DeepagentsExecuted>;
}

/** The output of a command in a sandbox of deepagents. */
export interface DeepagentsExecuted {
  readonly output: string;
  readonly exitCode: number | null;
  readonly truncated: boolean;
}

/** Characters of output that the sandboxes of deepagents return unless they are configured otherwise. */
const DEFAULT_OUTPUT_BYTES = 100_000;

/** Options of a backend on a sandbox of deepagents. */
export interface DeepagentsBackendOptions {
  readonly name: string;
  readonly maxOutputBytes: number | undefined;
  readonly timeoutMs: number | undefined;
}

/** Creates a backend over the shell of a sandbox of deepagents, which has no input and a limit of output. */
export function deepagentsBackend(
  sandbox: DeepagentsSandbox,
  { name, maxOutputBytes = DEFAULT_OUTPUT_BYTES, timeoutMs }: DeepagentsBackendOptions,
): Promise<PosixShellBackend> {
  const exec: PosixExec = async (command) => {
    // Standard error would be moved to the end, and each of its lines prefixed.
    const executed = await sandbox.execute(`( ${command} ) 2>&1`);
    const { output, exitCode, truncated } = executedOutput(executed, `sandbox '${name}', execute`);
    if (truncated) return { stdout: output, exitCode, isTruncated: true };
    // Some implementations trim the output.
    return { stdout: `${output}\n`, exitCode };
  };
  return posixShellBackend({
    exec,
    name,
    input: false,
    output: "text",
    maxOutputBytes,
    streams: false,
    timeoutMs,
  });
}
