import type { DirectoryHandle, FileSystem } from "../../contract/index.js";
import { checkedPort, checkedValue, type PortFunction } from "./checked-port.js";
import {
  amount,
  type Check,
  flag,
  listOf,
  nothing,
  object,
  oneOf,
  optional,
  record,
  text,
} from "./port-checks.js";

const TYPES = oneOf("file", "directory", "symlink", "other");

const stat = record({
  type: TYPES,
  size: amount,
  modifiedAtMs: amount,
  changedAtMs: optional(amount),
  mode: amount,
  owner: optional(record({ user: amount, group: amount })),
  identity: text,
  device: optional(text),
  links: amount,
});

const now = (check: Check): PortFunction => ({ returns: "now", check });
const later = (check: Check): PortFunction => ({ returns: "later", check });

/** The directory of the host that a checked one stands for. */
const directories = new WeakMap<object, object>();

const readHandle: Check = (value, label) => {
  const handle = checkedPort(object(value, label) as object, `${label}()`, {
    read: later(amount),
    close: later(nothing),
  });
  const opened = checkedValue((value as { readonly stat?: unknown }).stat, `${label}().stat`, stat);
  const { isSnapshot } = value as { readonly isSnapshot?: unknown };
  return Object.assign(handle, { stat: opened, ...(isSnapshot === true && { isSnapshot }) });
};

const writeHandle: Check = (value, label) =>
  checkedPort(object(value, label) as object, `${label}()`, {
    write: later(nothing),
    truncate: later(nothing),
    setMode: later(nothing),
    setOwner: later(nothing),
    sync: later(nothing),
    stat: later(stat),
    close: later(nothing),
  });

const directory: Check = (value, label) => {
  const given = object(value, label) as DirectoryHandle;
  const rename: DirectoryHandle["rename"] = (name, { directory: into, ...target }) => {
    const own = into && ((directories.get(into) ?? into) as DirectoryHandle);
    return given.rename(name, { ...target, ...(own !== undefined && { directory: own }) });
  };
  const checked = Object.assign(checkedPort<object>(given, label, DIRECTORY), {
    ...checkedPort({ rename }, label, { rename: later(nothing) }),
    path: checkedValue(given.path, `${label}.path`, text),
  });
  directories.set(checked, given);
  return checked;
};

const DIRECTORY: Readonly<Record<string, PortFunction>> = {
  stat: later(optional(stat)),
  list: later(listOf(record({ name: text, type: TYPES }))),
  readLink: { ...later(text), optional: true },
  makeSymlink: { ...later(nothing), optional: true },
  openFile: later(readHandle),
  createFile: later(writeHandle),
  openForWriting: later(writeHandle),
  makeDirectory: later(nothing),
  openDirectory: later((value, label) => directory(value, label)),
  removeFile: later(nothing),
  removeDirectory: later(nothing),
  sync: later(nothing),
  close: later(nothing),
};

const PATH: Readonly<Record<string, PortFunction>> = {
  isAbsolute: now(flag),
  join: now(text),
  dirname: now(text),
  basename: now(text),
  extname: now(text),
  relative: now(text),
  normalize: now(text),
};

/** Returns a file system of the host whose values are checked; see `checkedPort`. */
export function checkedFiles(files: FileSystem, name: string): FileSystem {
  const { path, caseSensitive, homeDirectory } = files;
  const checked = checkedPort<object>(files, name, {
    resolve: later(record({ path: text, stat: optional(stat), links: optional(listOf(text)) })),
    resolveNow: { ...now(optional(text)), optional: true },
    openDirectory: later(directory),
  });
  return Object.assign(checked, {
    path: Object.assign(checkedPort<object>(path, `${name}.path`, PATH), {
      sep: checkedValue(path.sep, `${name}.path.sep`, text),
    }),
    caseSensitive,
    homeDirectory,
  }) as FileSystem;
}
