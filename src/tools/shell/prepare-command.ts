import type { ToolEnvironment } from "../../contract/index.js";
import { isAbsolutePath } from "../paths/index.js";
import { topLevelText } from "./command-text.js";

/** A command and its working directory. */
export interface ShellCommand {
  readonly command: string;
  /** Default: the session's cwd. */
  readonly cwd?: string | undefined;
}

/**
 * Applies the command changes of the Amp specification, only where they certainly do not change the meaning.
 *
 * - `server &` becomes `server`: no process is left running in the background.
 * - `cd app && npm test` becomes `npm test` in `app`, so that the folder can be judged and shown; also `cd 'my app'` and
 *   `cd ~/app`.
 *
 * Other commands are passed to the shell unchanged.
 *
 * @example
 * prepareCommand({ command: "cd app && npm test &" }, { cwd: "/home/me" }); // { command: "npm test", cwd: "/home/me/app" }
 */
export function prepareCommand(request: ShellCommand, environment: ToolEnvironment): ShellCommand {
  // These are the words of a POSIX shell.
  if (environment.shellLanguage !== undefined && environment.shellLanguage !== "posix") return request;
  return withLeadingCdAsCwd({ ...request, command: withoutTrailingAmpersand(request.command) }, environment);
}

/** Removes one background operator from the end. */
function withoutTrailingAmpersand(command: string): string {
  const trimmed = command.trimEnd();
  if (!trimmed.endsWith("&")) return command;
  const text = topLevelText(trimmed);
  if (text === undefined || text.endsInComment) return command;
  const rest = text.bare.slice(0, -1).trimEnd();
  // `&&`, `|&`, `;&` and redirections such as `>&` are other operators; a lone `&` is an error that the shell reports.
  if (!text.bare.endsWith("&") || rest === "" || /[&|;<>($\n]$/.test(rest)) return command;
  return trimmed.slice(0, rest.length);
}

/**
 * A folder that the shell reads literally, with `..` only at the beginning: after a symlink it means another folder.
 */
const PLAIN_FOLDER = /^(?!-)(?:\.\.?\/)*(?:\.{1,2}|(?:\/|[\w@%+,:=-]|\.(?!\.?(?:\/|$)))+)$/;

/** `cd`, one word, perhaps in quotes, `&&`, and a rest that begins a command. */
const LEADING_CD = /^\s*cd[ \t]+(?:'([^']*)'|"([^"$`\\!]*)"|([^\s;&|()<>'"]+))[ \t]*&&\s*(?=[^\s#&|;<>])/;

/** The home folder, or a folder below it. */
const HOME = /^~(?=\/|$)/;

/** Operators after which a command runs although the `cd` failed, or runs in parallel to it. */
const LIST_OPERATOR = /;|\|\||\n|(?<![<>&])&(?![&>])|[(){}]/;

/** Words whose meaning depends on how a folder was entered. */
const FOLDER_SENSITIVE = /(?:^|[^\w])(?:cd|pushd|popd|dirs|CDPATH|OLDPWD)(?![\w])|~[+-]/;

function withLeadingCdAsCwd(request: ShellCommand, { cwd }: ToolEnvironment): ShellCommand {
  const { command } = request;
  const match = LEADING_CD.exec(command);
  const [, single, double, plain] = match ?? [];
  const folder = single ?? double ?? plain;
  if (match === null || folder === undefined) return request;
  const isHome = plain !== undefined && HOME.test(plain);
  const named = isHome ? `.${folder.slice(1)}` : folder;
  // In quotes a space is a letter like any other.
  if (!PLAIN_FOLDER.test(plain === undefined ? named.replaceAll(" ", "_") : named)) return request;
  const rest = command.slice(match[0].length);
  const text = topLevelText(rest);
  if (text === undefined || LIST_OPERATOR.test(text.bare.trimEnd().replaceAll("&&", "  "))) return request;
  if (FOLDER_SENSITIVE.test(rest)) return request;
  if (isHome) return { command: rest, cwd: folder === "~" ? "~/" : folder };
  return { command: rest, cwd: isAbsolutePath(folder) ? folder : joined(request.cwd ?? cwd, folder) };
}

function joined(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
