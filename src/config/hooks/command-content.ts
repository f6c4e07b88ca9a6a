import type { FileSystem, ReadHandle } from "../../contract/index.js";
import { sha256Hex } from "../../values/index.js";

/** Most bytes of a file whose content is compared; of a larger one, the size and times are. Scripts have a few kilobytes. */
const MAX_SCRIPT_BYTES = 1_048_576;

/** Most words of a command that are looked up as files. */
const MAX_LOOKED_UP = 32;

/** Extensions of scripts. */
const SCRIPT = /\.(?:sh|bash|zsh|fish|py|m?js|cjs|m?ts|cts|rb|pl|php|lua|ps1|cmd|bat)$/i;

/** The permission bits of a program. */
const EXECUTABLE = 0o111;

/** The place of a command. */
export interface CommandPlace {
  readonly cwd: string;
  /** Names of variables that contain `cwd`. */
  readonly variables: readonly string[];
  readonly files: FileSystem;
}

/**
 * Returns the SHA-256 of a command with the scripts and programs that it names by a path: regular files with the extension
 * of a script or the permission to execute them. The target of a redirection is none of them.
 */
export async function commandContent(command: string, place: CommandPlace): Promise<string> {
  const contents: string[] = [];
  for (const name of namesIn(command, place)) contents.push(name, await digestOf(name, place.files));
  return sha256Hex(JSON.stringify([command, place.cwd, ...contents]));
}

function namesIn(command: string, { cwd, variables, files }: CommandPlace): readonly string[] {
  let text = command;
  for (const name of variables) text = text.replaceAll(`\${${name}}`, cwd).replaceAll(`$${name}`, cwd);
  const { path, homeDirectory } = files;
  const names = new Set<string>();
  let isTarget = false;
  // A quote in the middle of a word ("$DIR"/x.sh) disappears; one around spaces does not keep them together.
  for (const [word] of text.replaceAll(/["'`]/g, "").matchAll(/[<>]|[^\s;|&()<>=]+/g)) {
    const wasTarget = isTarget;
    isTarget = word === "<" || word === ">";
    if (isTarget || wasTarget || !/[./\\]/.test(word)) continue;
    if (names.size >= MAX_LOOKED_UP) break;
    const isAtHome = word.startsWith("~/") && homeDirectory !== undefined;
    names.add(
      isAtHome
        ? path.join(homeDirectory, word.slice(2))
        : path.isAbsolute(word)
          ? word
          : path.join(cwd, word),
    );
  }
  return [...names];
}

/** Returns the digest of a script or program; an empty text if there is none. */
async function digestOf(name: string, files: FileSystem): Promise<string> {
  const { path } = files;
  try {
    const { path: real, stat } = await files.resolve(name);
    if (stat?.type !== "file") return "";
    if (!SCRIPT.test(real) && (stat.mode & EXECUTABLE) === 0) return "";
    if (stat.size > MAX_SCRIPT_BYTES)
      return `${stat.identity} ${stat.size} ${stat.modifiedAtMs} ${stat.changedAtMs ?? ""}`;
    const directory = await files.openDirectory(path.dirname(real));
    try {
      return await sha256Hex(await readStart(await directory.openFile(path.basename(real))));
    } finally {
      await directory.close();
    }
  } catch {
    return "";
  }
}

async function readStart(handle: ReadHandle): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(MAX_SCRIPT_BYTES);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < bytes.length; ) {
      read = await handle.read(bytes.subarray(filled), filled);
      filled += read;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
