import { ToolError } from "../../../contract/index.js";
import type { LocalShell } from "../shell/index.js";

/** Milliseconds after which git is ended in any case; Collet's own limit. */
const GIT_TIMEOUT_MS = 10 * 60 * 1_000;

/** Bytes of git's output that are kept. */
const MAX_KEPT_BYTES = 16_384;

/** Settings that keep git from running code of a repository and from asking for a password. */
const SAFE_SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // A symlink of the repository could lead anywhere: its target is written as text.
  "core.symlinks=false",
  "core.autocrlf=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  // Neither a redirect nor a setting of the user leads to a host or transport other than the approved one.
  "http.followRedirects=false",
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.ssh.allow=always",
  "protocol.file.allow=always",
  "submodule.recurse=false",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
  "advice.detachedHead=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

const SAFE_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
};

/** Options of one git process. */
export interface GitRequest {
  readonly parameters: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Receives git's standard output; ends git by throwing. Default: the end of it is kept. */
  readonly onOutput?: ((chunk: Uint8Array) => void) | undefined;
}

/**
 * Runs git without prompts and without running code of the repository. Returns its output.
 *
 * Throws `network-error` with git's error text when it fails, `timeout`, `cancelled`, and `not-found` if git
 * is missing.
 */
export async function runGit(shell: LocalShell, request: GitRequest): Promise<string> {
  const program = await shell.findProgram("git");
  if (program === undefined) {
    throw new ToolError("git is not installed, so no repository can be fetched. Use a local folder.", {
      code: "not-found",
    });
  }
  const printed = { stdout: new KeptEnd(), stderr: new KeptEnd() };
  const { signal, cwd, parameters, onOutput } = request;
  const outcome = await shell.runProgram({
    program,
    parameters: [...SAFE_SETTINGS, ...parameters],
    cwd,
    signal,
    environment: SAFE_ENVIRONMENT,
    timeoutMs: GIT_TIMEOUT_MS,
    input: "",
    onOutput(chunk, stream) {
      if (stream === "stdout" && onOutput !== undefined) onOutput(chunk);
      else printed[stream].add(chunk);
    },
  });
  if (signal.aborted || outcome.reason === "abort") {
    throw new ToolError("Fetching the repository was cancelled.", { code: "cancelled" });
  }
  if (outcome.reason !== "exit") {
    throw new ToolError(`git took more than ${GIT_TIMEOUT_MS / 60_000} minutes and was ended.`, {
      code: "timeout",
    });
  }
  if (outcome.exitCode !== 0) {
    const words = printed.stderr.text().trim() || `it ended with exit code ${outcome.exitCode}`;
    const hint = /redirect/i.test(words)
      ? " The server redirects to another address: use the clone address, which often ends with .git."
      : "";
    throw new ToolError(`git failed: ${words}${hint}`, { code: "network-error", retryable: true });
  }
  return printed.stdout.text();
}

/** The end of a program's output. */
class KeptEnd {
  #kept = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-MAX_KEPT_BYTES);
  }

  text(): string {
    return this.#kept.toString("utf8");
  }
}
