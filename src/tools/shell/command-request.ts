import { type FileLocation, type ShellLanguage, type ToolContext, ToolError } from "../../contract/index.js";

/** A command as a model requests it. */
export interface CommandRequest {
  readonly command: string;
  /** The language of the command. Default: that of the shell. */
  readonly language?: ShellLanguage | undefined;
  /** Default: the session's cwd. */
  readonly cwd?: string | undefined;
  /** Purpose of the command in the model's words: for the user interface, never judged. */
  readonly description?: string | undefined;
  readonly wording?: Partial<CommandWording> | undefined;
}

/**
 * Checks a command and locates the folder it runs in, symlinks resolved.
 *
 * Throws `invalid-input` for an empty command, `not-supported` for a language that the shell does not run, and for the folder `not-found`, `not-a-directory` and the errors of the
 * workspace.
 */
export async function locateCommand(request: CommandRequest, context: ToolContext): Promise<string> {
  const wording = commandWording(request.wording);
  if (request.command.trim() === "") {
    throw new ToolError(`${wording.command} is empty. Pass the command to run.`, { code: "invalid-input" });
  }
  const { language } = request;
  if (language !== undefined && !(context.shell.languages ?? ["posix"]).includes(language)) {
    throw new ToolError(`The shell does not run commands in the language '${language}'. Use another tool.`, {
      code: "not-supported",
    });
  }
  const asked = request.cwd ?? context.cwd;
  const location = await workingDirectory(context.shell.nativePath?.(asked) ?? asked, context);
  return location.path;
}

async function workingDirectory(cwd: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(cwd);
  const { path, stat } = location;
  if (stat === undefined) {
    throw new ToolError(
      `ENOENT: no such file or directory '${path}': the working directory does not exist. Create it first, or pass another one.`,
      { code: "not-found", absolutePath: path },
    );
  }
  if (stat.type !== "directory") {
    throw new ToolError(`The working directory '${path}' is not a folder. Pass a folder.`, {
      code: "not-a-directory",
      absolutePath: path,
    });
  }
  // Listing it is refused if it is outside the roots and was not approved.
  if (!location.insideRoots) await context.files.list(cwd);
  return location;
}

/** Adds to an error where a command could not be started: an inaccessible folder looks like a missing program. */
export function withDirectory(error: unknown, cwd: string): unknown {
  if (!ToolError.isInstance(error) || error.code !== "spawn-failed") return error;
  return new ToolError(`${error.message} The working directory was '${cwd}'.`, {
    code: error.code,
    cause: error,
    retryable: error.retryable,
  });
}

/** The model's names of the parameters in error messages. */
export interface CommandWording {
  readonly command: string;
  readonly cwd: string;
  readonly timeout: string;
}

const DEFAULT_WORDING: CommandWording = { command: "cmd", cwd: "cwd", timeout: "timeout" };

/** Adds the default names that a face does not set. */
export function commandWording(wording: Partial<CommandWording> = {}): CommandWording {
  return { ...DEFAULT_WORDING, ...wording };
}
