import { Buffer } from "node:buffer";
import {
  describeThrown,
  type Shell,
  type ShellConfinement,
  type ShellOutcome,
  type ShellRequest,
  ToolError,
} from "../../contract/index.js";
import { CommandOutput } from "./command-output.js";
import {
  connectionLost,
  outputBytes,
  PRELUDE_OF_COMMANDS,
  type ScriptRunner,
  scriptFailure,
  word,
} from "./script/index.js";

/** Programs of the machine that commands use. */
export interface ShellPrograms {
  /** Runs the commands: `bash`, or `sh`. */
  readonly shell: string;
  /** Whether a command gets a process group, which can be ended as a whole. */
  readonly setsid: boolean;
  /** Whether the output may be truncated, so that the exit status must also be that of the command line. */
  readonly isLimited: boolean;
  /** Whether the start of a command is known only at its end, so that its process id is kept in a file meanwhile. */
  readonly keepsIds: boolean;
}

/** Milliseconds between SIGTERM and SIGKILL, and again until a command that cannot be ended is given up. */
const GRACE_MS = 2_000;

/** Output that stands for the part that a limit of the machine removed. */
const TRUNCATION_NOTICE = "\n[The machine truncated the rest of the output.]\n";

/** Variables that remain for a command that runs without a question. */
const KEPT_VARIABLES = "HOME LANG LOGNAME TMPDIR TZ USER";

/** Folders of the programs of a command that runs without a question. */
const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Creates the process port of a machine. */
export function posixShell(runner: ScriptRunner, programs: ShellPrograms): Shell {
  return {
    takesInput: runner.transport.takesInput,
    run: (request) => runCommand(runner, programs, request),
  };
}

async function runCommand(
  runner: ScriptRunner,
  programs: ShellPrograms,
  request: ShellRequest,
): Promise<ShellOutcome> {
  const { signal, confinement, onInputOpen, input, timeoutMs, inactivityTimeoutMs } = request;
  if (onInputOpen !== undefined || (input !== undefined && !runner.transport.takesInput))
    throw new ToolError("This machine does not pass input to a running command.", { code: "not-supported" });
  if (confinement?.sandboxed === true)
    throw new ToolError("This machine has no sandbox for the command. Nothing was run.", {
      code: "sandbox-unavailable",
    });
  const startedAt = performance.now();
  const end = (reason: ShellOutcome["reason"], exitCode: number | null): ShellOutcome => ({
    exitCode,
    reason,
    durationMs: performance.now() - startedAt,
  });
  if (signal.aborted) return end("abort", null);

  const mark = runner.mark();
  const idFile = programs.keepsIds ? `/tmp/.collet-${runner.mark()}` : undefined;
  const { command, stdin } = runner.prepare(scriptOf(programs, request, idFile), mark, input);
  const channel = new AbortController();
  let stopped: ShellOutcome["reason"] | undefined;
  let fault: { readonly error: unknown } | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let resolveOver = () => {};
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  const output = new CommandOutput(mark, {
    onStart: () => request.onStart?.(),
    onOutput: (chunk, stream) => {
      if (stopped !== undefined || fault !== undefined) return;
      if (inactivityTimeoutMs !== undefined) watchIdle(inactivityTimeoutMs);
      try {
        request.onOutput(chunk, stream);
      } catch (error) {
        fault = { error };
        stop("abort");
      }
    },
    onEnd: () => resolveOver(),
  });
  const stop = (reason: ShellOutcome["reason"]) => {
    if (stopped !== undefined) return;
    stopped = reason;
    if (runner.transport.endsProcesses) {
      channel.abort();
      resolveOver();
      return;
    }
    void kill(runner, programs, output.processId ?? idFile).finally(() => {
      const timer = setTimeout(
        () => resolveOver(),
        (output.processId ?? idFile) === undefined ? 0 : GRACE_MS,
      );
      timer.unref();
      void over.then(() => clearTimeout(timer));
    });
  };
  const watchIdle = (milliseconds: number) => {
    clearTimeout(idle);
    idle = setTimeout(() => stop("inactivity"), milliseconds);
  };
  const onAbort = () => stop("abort");
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop("timeout"), timeoutMs);
  if (inactivityTimeoutMs !== undefined) watchIdle(inactivityTimeoutMs);
  let lost: string | undefined;
  let truncatedExit: number | undefined;
  void (async () => {
    try {
      const result = await runner.transport.exec(command, {
        stdin,
        signal: channel.signal,
        onStdout: (chunk) => output.receive(outputBytes(chunk), "stdout"),
        onStderr: (chunk) => output.receive(outputBytes(chunk), "stderr"),
        isCommand: true,
      });
      if (result?.stdout !== undefined) output.receive(outputBytes(result.stdout), "stdout");
      if (result?.stderr !== undefined) output.receive(outputBytes(result.stderr), "stderr");
      output.finish();
      if (result?.isTruncated === true && typeof result.exitCode === "number")
        truncatedExit = result.exitCode;
    } catch (error) {
      lost = describeThrown(error);
    } finally {
      resolveOver();
    }
  })();
  try {
    await over;
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
    clearTimeout(idle);
    // Processes that the command left may hold its output open.
    channel.abort();
  }
  if (fault !== undefined) throw fault.error;
  if (stopped !== undefined) return end(stopped, null);
  if (output.failure !== undefined) throw scriptFailure(output.failure, request.cwd);
  if (output.exitCode === undefined && output.isStarted && truncatedExit !== undefined) {
    request.onOutput(Buffer.from(TRUNCATION_NOTICE), "stdout");
    return end("exit", truncatedExit);
  }
  if (output.exitCode === undefined)
    throw connectionLost(lost ?? "the command ended without its exit status");
  return end("exit", output.exitCode);
}

function scriptOf(
  { shell, setsid, isLimited }: ShellPrograms,
  request: ShellRequest,
  idFile: string | undefined,
): string {
  const { command, cwd, environment = {}, confinement, input } = request;
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${word(value)}`);
  const from = input === undefined ? "</dev/null" : "<&5";
  // 'sh' itself is replaced by the command, so that it leads the process group.
  const line = `${setsid ? "setsid " : ""}${shell} -c ${word(command)} ${from} 5<&- &`;
  return `${PRELUDE_OF_COMMANDS}
at ${word(cwd)} ''
${confinement === undefined ? "" : confined(confinement)}
${exports.join("\n")}
restore
exec 5<&0
printf '%s[\\n' "$N"
${line}
p=$!
${idFile === undefined ? "" : `( umask 077; set -C; echo "$p" > ${idFile} )`}
printf '%s#%s\\n' "$N" "$p"
wait "$p"
s=$?
${idFile === undefined ? "" : `rm -f ${idFile}`}
${setsid ? 'kill -KILL "-$p" 2>/dev/null' : ""}
printf '%s]=%s\\n' "$N" "$s"
printf '%s]=%s\\n' "$N" "$s" >&2
${isLimited ? 'exit "$s"' : ""}`;
}

/** Returns lines that leave a command that runs without a question no variable that the workspace could influence. */
function confined({ readOnly }: ShellConfinement): string {
  const kept = `case " ${KEPT_VARIABLES} OPTIND PATH PWD IFS PPID PS1 PS2 PS4 OLDPWD " in *" $v "*) ;; *) unset "$v" 2>/dev/null ;; esac`;
  const scrub = `for v in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do ${kept}; done`;
  return `${readOnly ? scrub : ""}
export PATH=${SYSTEM_PATH} GIT_PAGER=cat PAGER=cat GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0`;
}

/** Ends a command, known by its process id or the file that contains it, and its process group. Never rejects. */
async function kill(
  runner: ScriptRunner,
  { setsid }: ShellPrograms,
  id: number | string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const target = `${setsid ? "-" : ""}$p`;
  // The command may not have begun yet.
  const wait = `i=0
while [ $i -lt ${GRACE_MS / 1_000} ] && [ ! -s ${id} ]; do sleep 1; i=$((i + 1)); done
p=
read -r p < ${id}
case $p in ''|*[!0-9]*) fail missing ;; esac`;
  const script = `${typeof id === "string" ? wait : `p=${id}`}
kill -TERM ${target} 2>/dev/null
i=0
while [ $i -lt ${GRACE_MS / 1_000} ] && kill -0 ${target} 2>/dev/null; do sleep 1; i=$((i + 1)); done
kill -KILL ${target} 2>/dev/null
:`;
  await runner.run(script, { path: "/" }).catch(() => {});
}
