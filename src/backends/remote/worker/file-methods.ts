import type { DirectoryHandle, FileSystem, ReadHandle, WriteHandle } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import { MAX_BODY_BYTES } from "../wire/index.js";
import { BatchSource } from "./batch-source.js";
import { countOf, type Method, objectOf, type ServedCall, textOf } from "./served-call.js";

const folder = (call: ServedCall, name = "handle"): DirectoryHandle =>
  call.handles.get<DirectoryHandle>(call.args[name], "directory");
const writing = (call: ServedCall): WriteHandle => call.handles.get<WriteHandle>(call.args.handle, "write");

/** Methods of the file system, its directories and files. */
export const FILE_METHODS: Readonly<Record<string, Method>> = {
  "files.resolve": async (call) => ({ value: await call.backend.files.resolve(textOf(call, "path")) }),
  "files.openDirectory": async (call) => {
    const path = textOf(call, "path");
    const opened = await call.backend.files.openDirectory(path);
    return keepDirectory(call, opened, () => identityOf(call.backend.files, path));
  },
  "directory.openDirectory": async (call) => {
    const name = textOf(call, "name");
    const opened = await folder(call).openDirectory(name);
    return keepDirectory(call, opened, async () => (await folder(call).stat(name))?.identity);
  },
  "directory.stat": async (call) => ({ value: await folder(call).stat(textOf(call, "name")) }),
  "directory.list": async (call) => {
    const entries = await folder(call).list();
    return new BatchSource(entries[Symbol.iterator](), (items) => items).first(call);
  },
  "directory.readLink": async (call) => {
    const { readLink } = folder(call);
    if (readLink === undefined) throw notSupported("read symlinks");
    return { value: await readLink.call(folder(call), textOf(call, "name")) };
  },
  "directory.makeSymlink": async (call) => {
    const { makeSymlink } = folder(call);
    if (makeSymlink === undefined) throw notSupported("create symlinks");
    await makeSymlink.call(folder(call), textOf(call, "name"), textOf(call, "target"));
    return {};
  },
  "directory.openFile": async (call) => {
    const opened = await folder(call).openFile(textOf(call, "name"));
    return { value: { handle: call.handles.add("read", opened, () => opened.close()), stat: opened.stat } };
  },
  "directory.createFile": async (call) => {
    const mode = Number(objectOf(call, "options").mode);
    return keepWriting(call, await folder(call).createFile(textOf(call, "name"), { mode }));
  },
  "directory.openForWriting": async (call) =>
    keepWriting(call, await folder(call).openForWriting(textOf(call, "name"))),
  "directory.makeDirectory": async (call) => {
    await folder(call).makeDirectory(textOf(call, "name"), objectOf(call, "options"));
    return {};
  },
  "directory.rename": async (call) => {
    const { name, whenTaken } = objectOf(call, "target");
    const isKnown = whenTaken === undefined || whenTaken === "replace" || whenTaken === "refuse";
    if (typeof name !== "string" || !isKnown) throw new ToolError("The target of a rename cannot be read.");
    const into = call.args.into === undefined ? {} : { directory: folder(call, "into") };
    await folder(call).rename(textOf(call, "name"), {
      ...into,
      name,
      ...(whenTaken !== undefined && { whenTaken }),
    });
    return {};
  },
  "directory.removeFile": async (call) => {
    await folder(call).removeFile(textOf(call, "name"));
    return {};
  },
  "directory.removeDirectory": async (call) => {
    await folder(call).removeDirectory(textOf(call, "name"));
    return {};
  },
  "directory.sync": async (call) => {
    await folder(call).sync();
    return {};
  },
  "file.read": async (call) => {
    const opened = call.handles.get<ReadHandle>(call.args.handle, "read");
    const buffer = new Uint8Array(Math.min(countOf(call, "length"), MAX_BODY_BYTES));
    const length = await opened.read(buffer, countOf(call, "position"));
    return { body: buffer.subarray(0, length) };
  },
  "file.write": async (call) => {
    await writing(call).write(call.body, countOf(call, "position"));
    return {};
  },
  "file.truncate": async (call) => {
    await writing(call).truncate(countOf(call, "size"));
    return {};
  },
  "file.setMode": async (call) => {
    await writing(call).setMode(countOf(call, "mode"));
    return {};
  },
  "file.setOwner": async (call) => {
    const { user, group } = objectOf(call, "owner");
    await writing(call).setOwner({ user: Number(user), group: Number(group) });
    return {};
  },
  "file.sync": async (call) => {
    await writing(call).sync();
    return {};
  },
  "file.stat": async (call) => ({ value: await writing(call).stat() }),
  "file.close": async (call) => {
    writing(call);
    await call.handles.close(call.args.handle);
    return {};
  },
};

async function keepDirectory(
  call: ServedCall,
  opened: DirectoryHandle,
  identity: () => Promise<string | undefined>,
) {
  try {
    const found = (await identity()) ?? "";
    return {
      value: { handle: call.handles.add("directory", opened, () => opened.close()), identity: found },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function keepWriting(call: ServedCall, opened: WriteHandle) {
  return { value: call.handles.add("write", opened, () => opened.close()) };
}

async function identityOf(files: FileSystem, path: string): Promise<string | undefined> {
  return (await files.resolve(path)).stat?.identity;
}

function notSupported(what: string): ToolError {
  return new ToolError(`The worker cannot ${what}.`, { code: "not-supported" });
}
