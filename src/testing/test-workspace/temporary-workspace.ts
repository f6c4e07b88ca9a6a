import type { Backend, DirectoryHandle } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import { seedTree } from "./seed-tree.js";

/** The kind of workspace in which a tool is tested. */
export type TestBackend = "memory" | "temp";

/** A folder with its own backend. */
export interface TestWorkspace {
  readonly backend: Backend;
  /** Real path of the folder that contains only the entries. */
  readonly root: string;
  /** Stops the processes that run there and removes everything. */
  dispose(): Promise<void>;
}

/** Creates a test workspace in the temporary folder of the machine, with its own state directory beside it. */
export async function temporaryWorkspace(
  entries: Readonly<Record<string, SeedEntry>>,
): Promise<TestWorkspace> {
  // Loaded on use: without it, this module works in every JavaScript environment.
  const { localBackend } = await import("../../backends/local/index.js");
  const { files } = localBackend();
  const parent = (await files.resolve(temporaryDirectory())).path;
  const name = `collet-test-${crypto.randomUUID()}`;
  const base = files.path.join(parent, name);
  const root = files.path.join(base, "workspace");

  const directory = await files.openDirectory(parent);
  try {
    await directory.makeDirectory(name, { mode: 0o700 });
  } finally {
    await directory.close();
  }
  const backend = localBackend({
    stateDirectory: files.path.join(base, "state"),
    shell: { writableRoots: [root] },
  });
  const dispose = async () => {
    await backend.dispose();
    const above = await files.openDirectory(parent);
    try {
      if ((await above.stat(name)) !== undefined) await removeTree(above, name);
    } finally {
      await above.close();
    }
  };
  try {
    await seedTree(files, base, { workspace: { directory: true } });
    await seedTree(files, root, entries);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { backend, root, dispose };
}

/** Returns the temporary folder of the platform, as `os.tmpdir` finds it. */
function temporaryDirectory(): string {
  const { TMPDIR, TMP, TEMP } = process.env;
  return TMPDIR || TMP || TEMP || "/tmp";
}

/** Removes a folder and everything below it; symlinks are removed, not followed. */
async function removeTree(parent: DirectoryHandle, name: string): Promise<void> {
  const directory = await parent.openDirectory(name);
  try {
    for (const entry of await directory.list()) {
      if (entry.type === "directory") await removeTree(directory, entry.name);
      else await directory.removeFile(entry.name);
    }
  } finally {
    await directory.close();
  }
  await parent.removeDirectory(name);
}
