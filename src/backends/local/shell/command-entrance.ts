import { type ShellConfinement, type ShellRequest, ToolError } from "../../../contract/index.js";
import {
  confineEnvironment,
  cookieVariable,
  createEnvironmentMaker,
  type EnvironmentOptions,
  posixPath,
  type ShellChoice,
} from "./environment/index.js";
import type { Launch } from "./processes/index.js";
import {
  checkUnaskedOptions,
  createSandbox,
  createUnaskedSandbox,
  type EnteredCommand,
  hiddenPaths,
  type Sandbox,
  type SandboxOptions,
  type UnaskedOptions,
  type UnaskedSandbox,
} from "./sandbox/index.js";

/** Options of commands on this machine. */
export interface LocalShellOptions extends SandboxOptions {
  /**
   * The shell of commands that name no language. `"bash"`: bash, or sh if there is none; on Windows Git's bash. `"powershell"`:
   * pwsh, or Windows PowerShell. `"cmd"`: Windows' cmd.exe. Default: bash; on Windows without Git PowerShell.
   */
  readonly program?: ShellChoice;
  /** Environment variables visible to commands. */
  readonly environment?: EnvironmentOptions | undefined;
  /** Options of commands that run without a question. */
  readonly unasked?: UnaskedOptions;
}

/** Prepares commands: their environment, and the sandbox that they enter. */
export class CommandEntrance {
  readonly #sandbox: Sandbox;
  readonly #unasked: UnaskedSandbox;
  readonly #environmentFor: ReturnType<typeof createEnvironmentMaker>;

  /** @param outside - absolute folders that commands may write, in addition to the roots of a confined command */
  constructor(
    options: LocalShellOptions,
    private readonly outside: readonly string[],
  ) {
    this.#sandbox = createSandbox(options);
    this.#unasked = createUnaskedSandbox(checkUnaskedOptions(options.unasked).sandbox, outside);
    this.#environmentFor = createEnvironmentMaker(options.environment);
  }

  get confinesAll(): boolean {
    return this.#sandbox.confinesAll;
  }

  /** Returns the command in its sandbox, if there is one, with its environment. */
  async enter(
    launch: Launch,
    request: Pick<ShellRequest, "cwd" | "environment" | "confinement">,
    cookie: string,
  ): Promise<EnteredCommand> {
    const { cwd, confinement: given } = request;
    let environment: Record<string, string> = {
      ...this.#environmentFor(process.env, request.environment),
      PWD: process.platform === "win32" ? posixPath(cwd) : cwd,
      ...cookieVariable(cookie, process.env),
    };
    let confined: EnteredCommand | undefined;
    const isOnlySandboxed = given?.sandboxed === true && given.programs.length === 0;
    if (given !== undefined && !isOnlySandboxed) {
      const confinement = { ...given, roots: [...new Set([...given.roots, ...this.outside])] };
      environment = await confineEnvironment(environment, confinement);
      const searchPath = environment.PATH ?? "";
      confined = await this.#unasked.enter({ ...launch, cwd, confinement, searchPath });
    }
    const hidden = given?.sandboxed === true ? await this.#hiddenFrom(given, cwd) : [];
    confined ??= await this.#sandbox.enter({ ...launch, cwd, hidden });
    return { ...confined, environment: { ...environment, ...confined.environment } };
  }

  /** Returns the paths to hide from a command that runs only because this shell confines it. */
  async #hiddenFrom(confinement: ShellConfinement, cwd: string) {
    if (this.confinesAll) return hiddenPaths(confinement, cwd);
    throw new ToolError(
      'The command was not run, because it may run without a question only in a sandbox without network. Set shell.sandbox to "require" and shell.network to "off" where it runs.',
      { code: "sandbox-unavailable" },
    );
  }
}
