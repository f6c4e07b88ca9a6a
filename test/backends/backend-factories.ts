import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localBackend } from "../../src/backends/local/index.js";
import {
  type InitialEntry,
  type MemoryBackendOptions,
  memoryBackend,
} from "../../src/backends/memory/index.js";
import { overlayBackend } from "../../src/backends/overlay/index.js";
import type { BackendFactory, SeedEntry } from "../../src/testing/index.js";
import { readOnlyBackend } from "./read-only-backend.js";

/** Puts a tree into a real folder. */
export async function seedFolder(root: string, entries: Readonly<Record<string, SeedEntry>>): Promise<void> {
  for (const [name, entry] of Object.entries(entries)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    if (typeof entry === "string" || entry instanceof Uint8Array) await writeFile(path, entry);
    else if ("symlinkTo" in entry) await symlink(entry.symlinkTo, path);
    else if ("directory" in entry) await mkdir(path, { recursive: true });
    else if ("fifo" in entry) execFileSync("mkfifo", [path]);
    else {
      await writeFile(path, entry.content);
      await chmod(path, entry.mode);
    }
  }
}

/** Puts a tree into memory, below a root. */
export function seedMemory(
  root: string,
  entries: Readonly<Record<string, SeedEntry>>,
  options: MemoryBackendOptions = {},
) {
  const files: Record<string, InitialEntry> = { [root]: { directory: true } };
  for (const [name, entry] of Object.entries(entries)) {
    if (typeof entry === "object" && "fifo" in entry) throw new Error("There are no FIFOs in memory.");
    files[`${root}/${name}`] = entry;
  }
  return memoryBackend({ files, ...options });
}

/** Backends on real temporary folders. */
export const localFactory: BackendFactory = {
  name: "local",
  supports: { fifos: process.platform !== "win32" },
  create: async (entries) => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
    await seedFolder(root, entries);
    return {
      backend: localBackend(),
      root,
      dispose: () => rm(root, { recursive: true, force: true }),
    };
  },
};

/** Backends in memory. */
export const memoryFactory: BackendFactory = {
  name: "memory",
  supports: { fifos: false },
  create: async (entries) => ({ backend: seedMemory("/work/place", entries), root: "/work/place" }),
};

/** Backends in memory where `A` and `a` are one file. */
export const caseInsensitiveMemoryFactory: BackendFactory = {
  name: "case-insensitive memory",
  supports: { fifos: false },
  create: async (entries) => ({
    backend: seedMemory("/Work/Place", entries, { caseSensitive: false }),
    root: "/Work/Place",
  }),
};

/** Unchanged overlays over backends of another kind, which the overlay cannot write to. */
export function overlayFactory(base: BackendFactory): BackendFactory {
  return {
    name: `overlay (${base.name})`,
    supports: base.supports,
    create: async (entries) => {
      const made = await base.create(entries);
      return { ...made, backend: overlayBackend(readOnlyBackend(made.backend)) };
    },
  };
}

/**
 * Overlays over an empty folder of another kind of backend, into which the tree was put through the overlay: everything
 * is a change.
 */
export function filledOverlayFactory(base: BackendFactory): BackendFactory {
  return {
    name: `overlay (${base.name}) that holds everything itself`,
    supports: { fifos: false },
    create: async (entries) => {
      const made = await base.create({});
      const backend = overlayBackend(readOnlyBackend(made.backend));
      const { path } = backend.files;
      for (const [name, entry] of Object.entries(entries)) {
        const target = path.join(made.root, name);
        let directory = await backend.files.openDirectory(made.root);
        for (const folder of path
          .dirname(name)
          .split("/")
          .filter((part) => part !== ".")) {
          await directory.makeDirectory(folder);
          directory = await directory.openDirectory(folder);
        }
        const last = path.basename(target);
        if (typeof entry === "object" && "directory" in entry) await directory.makeDirectory(last);
        else if (typeof entry === "object" && "symlinkTo" in entry)
          await directory.makeSymlink?.(last, entry.symlinkTo);
        else if (typeof entry === "object" && "fifo" in entry)
          throw new Error("There are no FIFOs in memory.");
        else {
          const isPlain = typeof entry === "string" || entry instanceof Uint8Array;
          const content = isPlain ? entry : entry.content;
          const handle = await directory.createFile(last, { mode: isPlain ? 0o644 : entry.mode });
          await handle.write(typeof content === "string" ? new TextEncoder().encode(content) : content, 0);
          await handle.close();
        }
      }
      return { ...made, backend };
    },
  };
}
