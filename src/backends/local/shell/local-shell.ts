import { setMaxListeners } from "node:events";
import * as path from "node:path";
import {
  type ProgramRequest,
  type Shell,
  type ShellOutcome,
  type ShellRequest,
  ToolError,
} from "../../../contract/index.js";
import { type KeysOf, requireKnownKeys } from "../../../values/index.js";
import { findExecutable } from "../executable-lookup.js";
import { CommandEntrance, type LocalShellOptions } from "./command-entrance.js";
import {
  createCookies,
  findPowerShell,
  findShell,
  LANGUAGE_OF,
  requireShellChoice,
  type ShellProgram,
  shellTraits,
  windowsPath,
} from "./environment/index.js";
import {
  followCommand,
  followService,
  type Launch,
  programFailure,
  RunningCommands,
  type Service,
  type ServiceRequest,
  ShellHold,
  startCommand,
  sweep,
  watchHost,
} from "./processes/index.js";

const SHELL_OPTION_NAMES = {
  program: true,
  environment: true,
  unasked: true,
  sandbox: true,
  writableRoots: true,
  network: true,
  readOnlyNames: true,
} as const satisfies KeysOf<LocalShellOptions>;

/** The shell of this machine, with a method that ends all its processes. */
export interface LocalShell extends Shell {
  runProgram(request: ProgramRequest): Promise<ShellOutcome>;
  /**
   * Starts a long-running program that communicates through its pipes, in its own process group and in the
   * environment and sandbox of commands. It ends with the shell and with the host process, and keeps neither
   * alive. Rejects as `run` does, and with `cancelled` if the shell is disposed.
   */
  startService(request: ServiceRequest): Promise<Service>;
  endUnlessRenewed(withinMs: number | undefined): void;
  /**
   * Looks up a program on the search path, outside the workspace; returns its absolute path, or `undefined`.
   */
  findProgram(name: string): Promise<string | undefined>;
  dispose(): Promise<void>;
}

/**
 * Creates a shell that runs commands in bash, or in PowerShell if they name it, on this machine, each in its own process
 * group and without standard input.
 *
 * Keeps no output. After a normal exit, the remaining processes of the command's group are killed (the Amp
 * specification forbids background processes); a daemon with its own session and output continues until the
 * shell is disposed. After a timeout or an abort no process remains, and none outlives the host process.
 */
export function localShell(options: LocalShellOptions = {}): LocalShell {
  requireKnownKeys("shell", options, SHELL_OPTION_NAMES);
  requireShellChoice(options.program);
  // From the request on: a command that is about to start when the shell is disposed must not be missed.
  const underway = new Set<Promise<unknown>>();
  const disposal = new AbortController();
  // Every running command and service listens, and Node.js warns of a leak from the eleventh listener on.
  setMaxListeners(0, disposal.signal);
  const cookies = createCookies();
  const running = new RunningCommands(cookies.shell);
  const hold = new ShellHold(cookies.shell);
  const { writableRoots = [], program: choice } = options;
  const outside = writableRoots.map((root) => path.resolve(root));
  const entrance = new CommandEntrance(options, outside);
  let traits: ReturnType<typeof shellTraits> | undefined;
  // Searched when a runtime first needs it.
  const traitsOnce = () => {
    traits ??= shellTraits(choice, outside);
    return traits;
  };
  let shellProgram: Promise<ShellProgram> | undefined;
  const findShellOnce = () => {
    shellProgram ??= findShell({ outside, program: traitsOnce().program }).catch((error: unknown) => {
      // Not cached: the remedy is to install a shell, and then the next call should find it.
      shellProgram = undefined;
      throw error;
    });
    return shellProgram;
  };

  const findShellFor = async (language: ShellRequest["language"]): Promise<ShellProgram> => {
    const own = LANGUAGE_OF[traitsOnce().program];
    if (language === undefined || language === own) return findShellOnce();
    if (language === "powershell") return findPowerShell({ outside });
    throw new ToolError(
      `The command is for ${language === "cmd" ? "cmd.exe" : "a POSIX shell"}, and this shell has none: its language is "${own}". Nothing was run. Write the command for that, or set shell.program.`,
      { code: "shell-missing" },
    );
  };

  const carryOut = async (
    request: ShellRequest,
    find: () => Launch | Promise<Launch>,
    input: string | Uint8Array | undefined = request.input,
  ): Promise<ShellOutcome> => {
    const startedAt = performance.now();
    const durationMs = () => performance.now() - startedAt;
    const isAborted = () => request.signal.aborted || disposal.signal.aborted || hold.isOver;
    const notStarted = () => ({ exitCode: null, reason: "abort" as const, durationMs: durationMs() });
    if (isAborted()) return notStarted();
    const launch = await find();
    const cookie = cookies.next();
    const confined = await entrance.enter(launch, request, cookie);
    try {
      if (isAborted()) return notStarted();
      watchHost();
      hold.beforeStart();
      const { onInputOpen } = request;
      const open = onInputOpen === undefined ? undefined : ("open" as const);
      const startable = { ...request, input: input === undefined ? open : ({ text: input } as const) };
      const child = await startCommand(confined, startable, confined.environment);
      onInputOpen?.((bytes) => void child.stdin?.write(bytes));
      request.onStart?.();
      const following = followCommand(child, { request, cookie, disposal: disposal.signal });
      const tracked = running.track(child, following, hold);
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
    const confined = await entrance.enter(request, request, cookie);
    try {
      if (disposal.signal.aborted || hold.isOver)
        throw new ToolError("The shell has ended.", { code: "cancelled" });
      watchHost();
      hold.beforeStart();
      const startable = { command: request.program, cwd: request.cwd, input: "open" } as const;
      const child = await startCommand(confined, startable, confined.environment);
      const service = followService(child, cookie);
      const end = () => void service.end();
      disposal.signal.addEventListener("abort", end, { once: true });
      if (disposal.signal.aborted) end();
      const over = running.track(child, service.ended, hold).finally(() => {
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
    get languages() {
      return traitsOnce().languages;
    },
    get description() {
      return traitsOnce().description;
    },
    takesInput: true,
    confinesCommands: entrance.confinesAll,
    run: (request) =>
      track(
        carryOut(request, async () => {
          const shell = await findShellFor(request.language);
          const { path: program, isVerbatim = false } = shell;
          return { program, parameters: shell.argumentsFor(request.command), isVerbatim };
        }),
      ),
    runProgram({ input, parameters = [], ...request }) {
      const { program } = request;
      const outcome = carryOut({ ...request, command: program }, () => ({ program, parameters }), input);
      return track(
        outcome.catch((error: unknown) => {
          throw programFailure(error, program);
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
    findProgram: (name) => findExecutable(name, { outside }),
    async dispose() {
      disposal.abort();
      await Promise.allSettled(underway);
      // Ends daemons that commands started.
      if (hold.everRan) await sweep(cookies.all);
      hold.renew(undefined);
    },
    ...(process.platform === "win32" && { nativePath: windowsPath }),
  };
}
