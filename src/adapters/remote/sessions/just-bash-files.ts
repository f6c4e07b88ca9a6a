import { AsyncResource } from "node:async_hooks";
import { type FileStat, ToolError } from "../../../contract/index.js";
import { joinBytes } from "../../../values/index.js";
import { checkingJustBashFiles, encodingOf } from "./just-bash-arguments.js";
import type { JustBashEncoding, JustBashFileStat, JustBashFileSystem } from "./just-bash-types.js";
import type { SessionFiles } from "./session-files.js";

/** Codes of Node for the codes of failures, with their usual texts. */
const NODE_CODES: Readonly<Record<string, string>> = {
  "not-found": "ENOENT: no such file or directory",
  "already-exists": "EEXIST: file already exists",
  "access-denied": "EACCES: permission denied",
  "not-a-directory": "ENOTDIR: not a directory",
  "not-a-file": "EISDIR: illegal operation on a directory",
  "symlink-loop": "ELOOP: too many symbolic links encountered",
  "no-space": "ENOSPC: no space left on device",
  "invalid-path": "EINVAL: invalid argument",
  "not-supported": "ENOTSUP: operation not supported",
};

/**
 * Creates a file system for just-bash on a backend.
 *
 * While a script runs, just-bash refuses timers, processes and code generation to everything that the script started. A backend
 * needs them, so each operation runs outside that context.
 */
export function justBashFiles(files: SessionFiles): JustBashFileSystem {
  const outside = new AsyncResource("ColletSession");
  const inside = checkingJustBashFiles(justBashOperations(files));
  const wrapped = Object.entries(inside).map(([name, operation]) => [
    name,
    (...parameters: unknown[]) =>
      outside.runInAsyncScope(() => (operation as (...all: unknown[]) => unknown)(...parameters)),
  ]);
  return Object.fromEntries(wrapped) as JustBashFileSystem;
}

function justBashOperations(files: SessionFiles): JustBashFileSystem {
  const { path: paths } = files.backend.files;
  const read = (path: string) => run("open", path, async () => required(await files.read(path), path));
  const linkStat = (path: string) =>
    run("lstat", path, async () => required(await files.linkStat(path), path));
  const write = (path: string, content: Uint8Array) => run("open", path, () => files.write(path, content));
  const copy = async (
    source: string,
    target: string,
    { recursive }: { readonly recursive: boolean },
  ): Promise<void> => {
    const stat = required(await files.stat(source), source);
    if (stat.type !== "directory") {
      await files.write(target, required(await files.read(source), source));
      return;
    }
    if (!recursive) throw failure("not-a-file", source);
    await files.makeFolder(target);
    for (const { name } of await files.list(source))
      await copy(paths.join(source, name), paths.join(target, name), { recursive: true });
  };
  return {
    readFile: async (path, options) => {
      const encoding = encodingOf("readFile", options);
      return textOf(await read(path), encoding);
    },
    readFileBuffer: read,
    writeFile: (path, content, options) => write(path, bytesOf(content, encodingOf("writeFile", options))),
    appendFile: async (path, content, options) => {
      const added = bytesOf(content, encodingOf("appendFile", options));
      const before = (await run("open", path, () => files.read(path))) ?? new Uint8Array(0);
      await write(path, joinBytes([before, added]));
    },
    exists: async (path) => (await files.stat(path).catch(() => undefined)) !== undefined,
    stat: async (path) => shown(await run("stat", path, async () => required(await files.stat(path), path))),
    lstat: async (path) => shown(await linkStat(path)),
    mkdir: (path, { recursive = false } = {}) =>
      run("mkdir", path, async () => {
        if (recursive) return files.makeFolder(path);
        if ((await files.linkStat(path)) !== undefined) throw failure("already-exists", path);
        await files.inFolderOf(path, (folder, name) => folder.makeDirectory(name));
      }),
    readdir: async (path) =>
      (await run("scandir", path, () => files.list(path))).map(({ name }) => name).sort(),
    readdirWithFileTypes: async (path) =>
      (await run("scandir", path, () => files.list(path))).map(({ name, type }) => ({
        name,
        ...kindOf(type),
      })),
    rm: (path, { recursive = false, force = false } = {}) =>
      run("rm", path, async () => {
        const stat = await files.linkStat(path);
        if (stat === undefined) {
          if (force) return;
          throw failure("not-found", path);
        }
        if (stat.type === "directory" && !recursive)
          await files.inFolderOf(path, (folder, name) => folder.removeDirectory(name));
        else await files.remove(path);
      }),
    cp: (source, target, { recursive = false } = {}) =>
      run("cp", source, async () => {
        await requireOutside(files, source, target);
        await copy(source, target, { recursive });
      }),
    mv: (source, target) =>
      run("mv", source, () =>
        files.inFolderOf(source, (from, name) =>
          files.inFolderOf(target, (to, newName) => from.rename(name, { directory: to, name: newName })),
        ),
      ),
    resolvePath: (base, path) => paths.normalize(paths.isAbsolute(path) ? path : paths.join(base, path)),
    // A tree of a machine is not listed in advance; just-bash then lists the folders of a glob.
    getAllPaths: () => [],
    chmod: (path, mode) =>
      run("chmod", path, async () => {
        const { path: real } = await files.resolve(path);
        await files.inFolderOf(real, async (folder, name) => {
          const handle = await folder.openForWriting(name);
          try {
            await handle.setMode(mode);
          } finally {
            await handle.close();
          }
        });
      }),
    symlink: (target, path) =>
      run("symlink", path, () =>
        files.inFolderOf(path, async (folder, name) => {
          if (folder.makeSymlink === undefined) throw failure("not-supported", path);
          await folder.makeSymlink(name, target);
        }),
      ),
    link: (_, path) => run("link", path, () => Promise.reject(failure("not-supported", path))),
    readlink: (path) =>
      run("readlink", path, () =>
        files.inFolderOf(path, async (folder, name) => {
          const stat = required(await folder.stat(name), path);
          if (stat.type !== "symlink" || folder.readLink === undefined) throw failure("invalid-path", path);
          return folder.readLink(name);
        }),
      ),
    realpath: (path) =>
      run("realpath", path, async () => {
        const { path: real, stat } = await files.resolve(path);
        required(stat, path);
        return real;
      }),
    utimes: (path) =>
      run("utimes", path, async () => {
        // The port sets no times; writing the content again makes the time that of now, as 'touch' wants it.
        const stat = required(await files.stat(path), path);
        if (stat.type === "file") await files.write(path, required(await files.read(path), path));
      }),
  };
}

/** Throws if a target is inside the folder to copy: each copied folder would have one more to copy. */
async function requireOutside(files: SessionFiles, source: string, target: string): Promise<void> {
  const from = await files.resolve(source);
  const { path: to } = await files.resolve(target);
  const folder = from.path.endsWith("/") ? from.path : `${from.path}/`;
  if (from.stat?.type === "directory" && `${to}/`.startsWith(folder)) throw failure("invalid-path", target);
}

function required<Value>(value: Value | undefined, path: string): Value {
  if (value === undefined) throw failure("not-found", path);
  return value;
}

function failure(
  code: "not-found" | "already-exists" | "not-a-file" | "not-supported" | "invalid-path",
  path: string,
) {
  return new ToolError(`${code}: '${path}'`, { code, absolutePath: path });
}

async function run<Result>(call: string, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    // The directory of 'rmdir' is not empty: just-bash recognises that by the code.
    const isFull = error.code === "io-error" && error.message.includes("not empty");
    const text = isFull
      ? "ENOTEMPTY: directory not empty"
      : (NODE_CODES[error.code] ?? `EIO: ${error.message}`);
    const thrown = new Error(`${text}, ${call} '${path}'`, { cause: error });
    throw Object.assign(thrown, { code: text.slice(0, text.indexOf(":")) });
  }
}

function kindOf(type: FileStat["type"]) {
  return {
    isFile: type === "file",
    isDirectory: type === "directory",
    isSymbolicLink: type === "symlink",
  };
}

function shown({ type, mode, size, modifiedAtMs, identity }: FileStat): JustBashFileStat {
  return { ...kindOf(type), mode, size, mtime: new Date(modifiedAtMs), identity };
}

function textOf(bytes: Uint8Array, encoding: JustBashEncoding): string {
  if (encoding === "utf8" || encoding === "utf-8")
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const characters = Array.from(bytes, (byte) =>
    String.fromCharCode(encoding === "ascii" ? byte & 0x7f : byte),
  );
  return encoding === "base64" ? btoa(characters.join("")) : characters.join("");
}

function bytesOf(content: string | Uint8Array, encoding: JustBashEncoding): Uint8Array {
  if (typeof content !== "string") return content;
  if (encoding === "utf8" || encoding === "utf-8") return new TextEncoder().encode(content);
  if (encoding === "hex")
    return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const characters = encoding === "base64" ? atob(content) : content;
  return Uint8Array.from(characters, (character) => character.charCodeAt(0) & 0xff);
}
