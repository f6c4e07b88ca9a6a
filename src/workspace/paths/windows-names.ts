import { ToolError } from "../../contract/index.js";

/** Devices of Windows: names that mean no file, in any folder and with any ending (Microsoft, Naming Files, Paths, and Namespaces). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/** `\\?\C:\a`, which switches off the reading of the path. */
const LITERAL_DRIVE = /^\\\\\?\\(?=[A-Za-z]:\\)/;
const LITERAL_SHARE = /^\\\\\?\\UNC\\/i;

/** Characters that no name contains. A colon begins an alternate stream of a file. */
const NOT_IN_NAMES = /[<>:"|?*\p{Cc}]/u;

/**
 * Converts a path from a model into an absolute path of Windows, with backslashes. The volume decides nothing about its names: a
 * path whose file would have another name is refused, because the rules would be applied to the name as written.
 *
 * Throws `invalid-path` for a device (`NUL`, `COM1.txt`, `\\.\pipe\x`), an alternate stream (`a.txt:s`), a name that ends with a dot or a blank,
 * which Windows drops, and a path on a drive without a root (`C:a.txt`), whose folder is unknown.
 *
 * @param cwd - absolute; a path that begins with one slash is on its drive
 */
export function windowsPathOf(requested: string, cwd: string): string {
  const slashed = requested.replaceAll("/", "\\");
  const plain = slashed.replace(LITERAL_DRIVE, "").replace(LITERAL_SHARE, "\\\\");
  if (/^\\\\[.?]\\/.test(plain)) throw refused(requested, "it names a device. Use a path of a file");
  if (/^[A-Za-z]:(?!\\)/.test(plain))
    throw refused(requested, `it depends on the folder of that drive. Write ${plain.slice(0, 2)}\\ first`);
  const path = absolute(plain, cwd);
  for (const name of path.slice(rootOf(path).length).split("\\")) requireName(name, requested);
  return path;
}

/** Returns the server and the share of a path, folded; `undefined` for a path on a drive. */
export function shareOf(path: string): string | undefined {
  if (!/^[\\/]{2}/.test(path)) return undefined;
  const [server, share] = path.split(/[\\/]/).filter((name) => name !== "");
  return server === undefined || share === undefined ? undefined : `${server}\\${share}`.toLowerCase();
}

/**
 * Throws `invalid-path` for a path on a share of a server that none of the folders is on. Even looking such a path up sends the
 * login of the user to that server, so it must not happen before a question.
 */
export function requireKnownShare(path: string, folders: readonly string[]): void {
  const isServer = /^[\\/]{2}/.test(path);
  const share = shareOf(path);
  if (!isServer || (share !== undefined && folders.some((folder) => shareOf(folder) === share))) return;
  throw refused(
    path,
    "it is on another computer, which would get the login of the user. Only a host can add such a folder to its roots",
  );
}

function absolute(plain: string, cwd: string): string {
  if (rootOf(plain) !== "") return plain;
  if (plain.startsWith("\\")) return rootOf(cwd) + plain;
  return cwd.endsWith("\\") ? cwd + plain : `${cwd}\\${plain}`;
}

/** Returns the drive of a path, or its server and share, without a slash at the end; `""` for a relative path. */
function rootOf(path: string): string {
  if (/^[A-Za-z]:\\/.test(path)) return path.slice(0, 2);
  return path.startsWith("\\\\") ? path.split("\\").slice(0, 4).join("\\") : "";
}

function requireName(name: string, requested: string): void {
  if (name === "" || name === "." || name === "..") return;
  const character = NOT_IN_NAMES.exec(name)?.[0];
  if (character === ":")
    throw refused(
      requested,
      `'${name}' names an alternate stream of a file. Leave out the colon and what follows`,
    );
  if (character !== undefined)
    throw refused(
      requested,
      `the name '${name}' contains ${JSON.stringify(character)}, which Windows forbids`,
    );
  if (/[. ]$/.test(name))
    throw refused(requested, `the name '${name}' ends with a dot or a blank, which Windows drops`);
  const stem = /^[^.]*/.exec(name)?.[0].trimEnd() ?? "";
  if (DEVICE.test(stem))
    throw refused(requested, `'${name}' is a device of Windows, not a file. Choose another name`);
}

function refused(path: string, reason: string): ToolError {
  return new ToolError(`The path '${path}' cannot be used: ${reason}.`, { code: "invalid-path" });
}
