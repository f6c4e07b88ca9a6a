import {
  type ProgramRequest,
  type Shell,
  type ShellOutcome,
  type ShellRequest,
  ToolError,
} from "../../../contract/index.js";
import { cookieVariable, createCookies } from "./call-cookie.js";
import { createEnvironmentMaker, type EnvironmentOptions } from "./child-environment.js";
import { followCommand } from "./follow-command.js";
import { watchHost } from "./host-watch.js";
import { sweep } from "./process-tree.js";
import { programFailure } from "./program-failure.js";
import { RunningCommands } from "./running-commands.js";
import { createSandbox, type SandboxOptions } from "./sandbox/index.js";
import { ShellHold } from "./shell-hold.js";
import { findShell, type ShellProgram } from "./shell-program.js";
import { type Launch, startCommand } from "./start-command.js";
import { followService, type Service, type ServiceRequest } from "./start-service.js";
import { posixPath, windowsPath } from "./windows-path.js";

/** How commands run on this machine. */
export interface LocalShellOptions extends SandboxOptions {
  /** What commands see of this process's environment. */
  readonly environment?: EnvironmentOptions;
}

/** A shell of this machine that can be told to end all it runs. */
export interface LocalShell extends Shell {
  runProgram(request: ProgramRequest): Promise<ShellOutcome>;
  /**
   * Starts a program that stays and is talked to through its pipes, in a process group of its own and in the environment and
   * sandbox of commands. It ends with the shell and with the host process, and keeps neither alive. Rejects as `run` does, and
   * with `cancelled` when the shell is disposed of.
   */
  startService(request: ServiceRequest): Promise<Service>;
  endUnlessRenewed(withinMs: number | undefined): void;
  dispose(): Promise<void>;
}

/**
 * Runs commands in bash on this machine, each in a process group of its own and without standard input.
 *
 * Nothing of the output is kept here. After a normal exit what is left of the command's group is killed (seed 000: no
 * background processes); a service that made itself a daemon, with a session and output of its own, stays until the shell
 * is disposed of. After a timeout or an abort nothing stays, and nothing outlives the host process.
 */
export function localShell(options: LocalShellOptions = {}): LocalShell {
  // From the request on: a command that is about to start when the shell is disposed of must not be missed.
  const underway = new Set<Promise<unknown>>();
  const disposal = new AbortController();
  const cookies = createCookies();
  const running = new RunningCommands(cookies.shell);
  const hold = new ShellHold(cookies.shell);
  const sandbox = createSandbox(options);
  const environmentFor = createEnvironmentMaker(options.environment);
  let shellProgram: Promise<ShellProgram> | undefined;
  const program = () => {
    shellProgram ??= findShell().catch((error: unknown) => {
      // Not remembered: the remedy is to install a shell, and then the next call should find it.
      shellProgram = undefined;
      throw error;
    });
    return shellProgram;
  };

  const environmentOf = (
    request: Pick<ShellRequest, "cwd" | "environment">,
    confined: Readonly<Record<string, string>>,
    cookie: string,
  ) => ({
    ...environmentFor(process.env, request.environment),
    PWD: process.platform === "win32" ? posixPath(request.cwd) : request.cwd,
    ...confined,
    ...cookieVariable(cookie, process.env),
  });

  const carryOut = async (
    request: ShellRequest,
    find: () => Launch | Promise<Launch>,
    input?: string,
  ): Promise<ShellOutcome> => {
    const startedAt = performance.now();
    const durationMs = () => performance.now() - startedAt;
    const isAborted = () => request.signal.aborted || disposal.signal.aborted || hold.isOver;
    const notStarted = () => ({ exitCode: null, reason: "abort" as const, durationMs: durationMs() });
    if (isAborted()) return notStarted();
    const launch = await find();
    const cookie = cookies.next();
    const confined = await sandbox.enter({ ...launch, cwd: request.cwd });
    try {
      if (isAborted()) return notStarted();
      watchHost();
      hold.beforeStart();
      const environment = environmentOf(request, confined.environment, cookie);
      const startable = { ...request, input: input === undefined ? undefined : { text: input } };
      const child = await startCommand(confined, startable, environment);
      request.onStart?.();
      const following = followCommand(child, { request, cookie, disposal: disposal.signal });
      const tracked = running.track(child, following, hold.isHeld);
      hold.afterStart();
      const outcome = await tracked;
      const { name } = confined;
      return { ...outcome, durationMs: durationMs(), ...(name !== undefined && { sandbox: name }) };
    } finally {
      confined.leave();
    }
  };

  const startService = async (request: ServiceRequest): Promise<Service> => {
    const cookie = cookies.next();
    const confined = await sandbox.enter(request);
    try {
      if (disposal.signal.aborted || hold.isOver)
        throw new ToolError("The shell has ended.", { code: "cancelled" });
      watchHost();
      hold.beforeStart();
      const environment = environmentOf(request, confined.environment, cookie);
      const startable = { command: request.program, cwd: request.cwd, input: "open" } as const;
      const child = await startCommand(confined, startable, environment);
      const service = followService(child, cookie);
      const end = () => void service.end();
      disposal.signal.addEventListener("abort", end, { once: true });
      if (disposal.signal.aborted) end();
      const over = running.track(child, service.ended, hold.isHeld).finally(() => {
        disposal.signal.removeEventListener("abort", end);
        confined.leave();
      });
      hold.afterStart();
      void track(over);
      return service;
    } catch (error) {
      confined.leave();
      throw error;
    }
  };

  const track = <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const forget = () => underway.delete(outcome);
    underway.add(outcome);
    outcome.then(forget, forget);
    return outcome;
  };

  return {
    run: (request) =>
      track(
        carryOut(request, async () => {
          const shell = await program();
          return { program: shell.path, parameters: shell.argumentsFor(request.command) };
        }),
      ),
    runProgram({ input, parameters = [], ...request }) {
      const { program: path } = request;
      const outcome = carryOut({ ...request, command: path }, () => ({ program: path, parameters }), input);
      return track(
        outcome.catch((error: unknown) => {
          throw programFailure(error, path);
        }),
      );
    },
    startService: (request) =>
      track(
        startService(request).catch((error: unknown) => {
          throw programFailure(error, request.program);
        }),
      ),
    endUnlessRenewed(withinMs) {
      hold.renew(withinMs);
      if (!hold.isOver) return;
      running.kill();
      if (hold.everRan) void sweep(cookies.all);
    },
    async dispose() {
      disposal.abort();
      await Promise.allSettled(underway);
      // Daemons that commands left behind.
      if (hold.everRan) await sweep(cookies.all);
      hold.renew(undefined);
    },
    ...(process.platform === "win32" && { nativePath: windowsPath }),
  };
}
