import type { FileSystem, ReadHandle } from "../../../contract/index.js";
import { sha256Hex } from "../../../values/index.js";

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

/** Programs whose first operand is a script, whatever its name and mode. */
const INTERPRETERS = new Set(
  "sh bash dash zsh ksh fish ash source . node deno bun tsx ruby perl php lua pwsh powershell python".split(
    " ",
  ),
);

/** A file that a command may run. */
interface NamedFile {
  readonly path: string;
  /** Whether it runs even without the extension of a script or the permission to execute it. */
  readonly isScript: boolean;
}

/**
 * Returns the SHA-256 of a command with the scripts and programs that it names by a path: regular files with the extension
 * of a script, with the permission to execute them, or after an interpreter. The target of a redirection is none of them. A command that
 * names more than 32 files cannot be compared: `undefined`.
 */
export async function commandContent(command: string, place: CommandPlace): Promise<string | undefined> {
  const names = namesIn(command, place);
  if (names.length > MAX_LOOKED_UP) return undefined;
  const contents: string[] = [];
  for (const name of names) contents.push(name.path, await digestOf(name, place.files));
  return sha256Hex(JSON.stringify([command, place.cwd, ...contents]));
}

function namesIn(command: string, place: CommandPlace): readonly NamedFile[] {
  const { path } = place.files;
  const home = place.files.homeDirectory;
  const inFolder = (folder: string, word: string) => {
    if (word.startsWith("~/") && home !== undefined) return path.join(home, word.slice(2));
    return path.isAbsolute(word) ? path.join(word) : path.join(folder, word);
  };
  // The folders that a relative path may start in: the command may change its folder, or fail to.
  const folders = new Set([place.cwd]);
  const named = new Map<string, NamedFile>();
  let before = "";
  // A quote in the middle of a word ("$DIR"/x.sh) disappears; one around spaces does not keep them together.
  for (const [word] of withVariables(command, place)
    .replaceAll(/["'`]/g, "")
    .matchAll(/[<>]|[^\s;|&()<>=]+/g)) {
    const after = before;
    const isOption = isInterpreter(after) && word.startsWith("-");
    // The script of an interpreter may follow its options.
    if (!isOption) before = word;
    if (named.size > MAX_LOOKED_UP || isOption || /[<>]/.test(word + after)) continue;
    const isScript = isInterpreter(after);
    if (after === "cd" || after === "pushd") {
      for (const folder of [...folders].slice(0, MAX_LOOKED_UP)) folders.add(inFolder(folder, word));
    }
    if (!isScript && !/[./\\]/.test(word)) continue;
    for (const folder of folders) {
      const own = inFolder(folder, word);
      named.set(own, { path: own, isScript: isScript || named.get(own)?.isScript === true });
      if (named.size > MAX_LOOKED_UP) break;
    }
  }
  return [...named.values()];
}

/** Returns a command with the values of the variables that are known. */
function withVariables(command: string, { cwd, variables, files }: CommandPlace): string {
  const home = files.homeDirectory;
  const known = new Map([...variables, "PWD"].map((name) => [name, cwd]));
  if (home !== undefined) known.set("HOME", home);
  const [start = "", ...parts] = command.split("$");
  let text = start;
  for (const part of parts) {
    const isBraced = part.startsWith("{");
    const name = part.slice(isBraced ? 1 : 0, nameEnd(part, isBraced ? 1 : 0));
    const value = known.get(name);
    const end = name.length + (isBraced ? 2 : 0);
    text += value === undefined || (isBraced && part[end - 1] !== "}") ? `$${part}` : value + part.slice(end);
  }
  return text;
}

function nameEnd(text: string, start: number): number {
  let end = start;
  while (/^\w$/.test(text[end] ?? "")) end += 1;
  return end;
}

/** Returns whether a word names an interpreter, such as `/usr/bin/python3.12`. */
function isInterpreter(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).toLowerCase();
  const bare = name.endsWith(".exe") ? name.slice(0, -".exe".length) : name;
  return (
    INTERPRETERS.has(bare) || (bare.startsWith("python") && /^[\d.]*$/.test(bare.slice("python".length)))
  );
}

/** Returns the digest of a script or program; an empty text if there is none. */
async function digestOf(named: NamedFile, files: FileSystem): Promise<string> {
  const { path } = files;
  try {
    const { path: real, stat } = await files.resolve(named.path);
    if (stat?.type !== "file") return "";
    const isScript = named.isScript || SCRIPT.test(real) || SCRIPT.test(named.path);
    if (!isScript && (stat.mode & EXECUTABLE) === 0) return "";
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
