import type { DirectoryHandle, FileSystem } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";

/** Creates entries in a folder, using only the port of the backend. Throws for entries that the backend does not support. */
export async function seedTree(
  files: FileSystem,
  root: string,
  entries: Readonly<Record<string, SeedEntry>>,
): Promise<void> {
  for (const [path, entry] of Object.entries(entries)) {
    const components = path.split("/").filter((component) => component !== "" && component !== ".");
    const name = components.pop();
    if (name === undefined || components.includes("..") || name === "..") {
      throw new Error(
        `The entry ${JSON.stringify(path)} is not below the root. Use a relative path such as "src/a.ts".`,
      );
    }
    const opened = [await files.openDirectory(root)];
    try {
      for (const component of components) opened.push(await openBelow(opened.at(-1), component));
      await put(opened.at(-1), name, entry);
    } finally {
      for (const directory of opened.reverse()) await directory.close();
    }
  }
}

async function openBelow(parent: DirectoryHandle | undefined, name: string): Promise<DirectoryHandle> {
  if (parent === undefined) throw new Error("No folder is open.");
  await parent.makeDirectory(name);
  return parent.openDirectory(name);
}

async function put(directory: DirectoryHandle | undefined, name: string, entry: SeedEntry): Promise<void> {
  if (directory === undefined) throw new Error("No folder is open.");
  if (typeof entry === "string" || entry instanceof Uint8Array) return write(directory, name, entry, 0o644);
  if ("content" in entry) return write(directory, name, entry.content, entry.mode);
  if ("directory" in entry) return directory.makeDirectory(name);
  if ("fifo" in entry)
    throw new Error(`The file-system port cannot create FIFOs, so ${name} cannot be created.`);
  if (directory.makeSymlink === undefined)
    throw new Error(`This backend has no symlinks, so ${name} cannot be created.`);
  return directory.makeSymlink(name, entry.symlinkTo);
}

async function write(
  directory: DirectoryHandle,
  name: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const handle = await directory.createFile(name, { mode });
  try {
    await handle.write(typeof content === "string" ? new TextEncoder().encode(content) : content, 0);
    await handle.setMode(mode);
  } finally {
    await handle.close();
  }
}
