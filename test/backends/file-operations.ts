import fc from "fast-check";
import type { DirectoryHandle, FileSystem, WriteHandle } from "../../src/contract/index.js";
import { ToolError } from "../../src/contract/index.js";
import type { SeedEntry } from "../../src/testing/index.js";

/** The tree that random operations start from. */
export const START: Readonly<Record<string, SeedEntry>> = {
  a: "file a",
  "b/a": "b's a",
  "b/c/a": "deep a",
  "b/c/up": { symlinkTo: "../a" },
  "b/here": { symlinkTo: "c" },
  "c/b/a": "other deep a",
  "c/d": { directory: true },
  "c/e": { directory: true },
  d: { symlinkTo: "b/c" },
  e: { symlinkTo: "nowhere/b" },
};

/**
 * One step on a file system. Handles are kept in numbered slots, so that directories and files are used after
 * their names change.
 */
export type FileOperation =
  | { readonly do: "open"; readonly slot: number; readonly path: readonly string[] }
  | {
      readonly do: "openInside" | "makeDirectory" | "removeFile" | "removeDirectory" | "stat" | "readLink";
      readonly slot: number;
      readonly name: string;
      readonly into: number;
    }
  | { readonly do: "makeSymlink"; readonly slot: number; readonly name: string; readonly target: string }
  | {
      readonly do: "create" | "openForWriting";
      readonly slot: number;
      readonly name: string;
      readonly file: number;
      readonly mode: number;
    }
  | { readonly do: "write"; readonly file: number; readonly text: string; readonly position: number }
  | { readonly do: "truncate"; readonly file: number; readonly size: number }
  | { readonly do: "setMode"; readonly file: number; readonly mode: number }
  | {
      readonly do: "rename";
      readonly slot: number;
      readonly name: string;
      readonly target: number;
      readonly newName: string;
      readonly whenTaken: "replace" | "refuse";
    }
  | { readonly do: "read"; readonly slot: number; readonly name: string }
  | { readonly do: "list"; readonly slot: number }
  | { readonly do: "resolve"; readonly path: readonly string[] };

const name = fc.constantFrom("a", "b", "c", "d", "e");
const slot = fc.nat({ max: 3 });
const file = fc.nat({ max: 1 });
const mode = fc.constantFrom(0o644, 0o600, 0o755);
const pathNames = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "here", "up", ".."), {
  maxLength: 5,
});

/** Any operation, those that change names more often than others. */
export const fileOperation: fc.Arbitrary<FileOperation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("open" as const), slot, path: fc.array(name, { maxLength: 3 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("openInside", "makeDirectory", "removeFile", "removeDirectory", "stat", "readLink"),
      slot,
      name,
      into: slot,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("makeSymlink" as const),
      slot,
      name,
      target: fc.constantFrom("a", "../a", "b/c", "../b", ".", "nowhere"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("create", "openForWriting"), slot, name, file, mode }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      file,
      text: fc.string({ maxLength: 6 }),
      position: fc.nat({ max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("truncate" as const), file, size: fc.nat({ max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("setMode" as const), file, mode }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("rename" as const),
      slot,
      name,
      target: slot,
      newName: name,
      whenTaken: fc.constantFrom("replace", "replace", "refuse"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("read" as const), slot, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("list" as const), slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("resolve" as const), path: pathNames }) },
);

/** Carries out operations on one file system, and reports each result in terms that all backends share. */
export class OperationRunner {
  readonly #directories: (DirectoryHandle | undefined)[] = [];
  readonly #files: (WriteHandle | undefined)[] = [];

  constructor(
    private readonly files: FileSystem,
    private readonly root: string,
  ) {}

  async start(): Promise<void> {
    for (let index = 0; index < 4; index += 1)
      this.#directories[index] = await this.files.openDirectory(this.root);
  }

  async run(operation: FileOperation): Promise<string> {
    try {
      return JSON.stringify(await this.#run(operation)) ?? "done";
    } catch (error) {
      if (!ToolError.isInstance(error)) throw error;
      // A path that crosses a symlink and leads nowhere is refused everywhere, for one of its two faults.
      if (operation.do === "open") return "refused";
      return error.code;
    }
  }

  /** Everything that is there, by path. */
  async tree(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    await this.#collect(await this.files.openDirectory(this.root), "", found);
    return found;
  }

  async close(): Promise<void> {
    for (const handle of [...this.#directories, ...this.#files]) await handle?.close();
  }

  async #run(operation: FileOperation): Promise<unknown> {
    switch (operation.do) {
      case "resolve": {
        const { path, stat } = await this.files.resolve(
          [this.root, ...operation.path].join(this.files.path.sep),
        );
        // Names above the root differ between backends.
        if (!path.startsWith(this.root)) return "outside";
        return [this.files.path.relative(this.root, path), stat?.type];
      }
      case "open":
        return this.#keep(
          operation.slot,
          await this.files.openDirectory(this.files.path.join(this.root, ...operation.path)),
        );
      case "openInside":
        return this.#keep(
          operation.into,
          await this.#directory(operation.slot).openDirectory(operation.name),
        );
      case "makeDirectory":
      case "removeFile":
      case "removeDirectory":
        return this.#directory(operation.slot)[operation.do](operation.name);
      case "stat": {
        const stat = await this.#directory(operation.slot).stat(operation.name);
        return [stat?.type, stat?.type === "file" ? [stat.size, stat.mode] : undefined];
      }
      case "readLink":
        return this.#directory(operation.slot).readLink?.(operation.name);
      case "makeSymlink":
        return this.#directory(operation.slot).makeSymlink?.(operation.name, operation.target);
      case "create":
      case "openForWriting": {
        const directory = this.#directory(operation.slot);
        const handle =
          operation.do === "create"
            ? await directory.createFile(operation.name, { mode: operation.mode })
            : await directory.openForWriting(operation.name);
        await this.#files[operation.file]?.close();
        this.#files[operation.file] = handle;
        return (await handle.stat()).size;
      }
      case "write":
        return this.#files[operation.file]?.write(
          new TextEncoder().encode(operation.text),
          operation.position,
        );
      case "truncate":
        return this.#files[operation.file]?.truncate(operation.size);
      case "setMode":
        return this.#files[operation.file]?.setMode(operation.mode);
      case "rename":
        return this.#directory(operation.slot).rename(operation.name, {
          directory: this.#directory(operation.target),
          name: operation.newName,
          whenTaken: operation.whenTaken,
        });
      case "read":
        return read(this.#directory(operation.slot), operation.name);
      case "list": {
        const entries = await this.#directory(operation.slot).list();
        return entries.map((entry) => `${entry.name} ${entry.type}`).sort();
      }
    }
  }

  async #keep(index: number, handle: DirectoryHandle): Promise<string> {
    await this.#directories[index]?.close();
    this.#directories[index] = handle;
    return "opened";
  }

  #directory(index: number): DirectoryHandle {
    return this.#directories[index] as DirectoryHandle;
  }

  async #collect(directory: DirectoryHandle, prefix: string, found: Record<string, string>): Promise<void> {
    for (const entry of [...(await directory.list())].sort((left, right) =>
      left.name < right.name ? -1 : 1,
    )) {
      const path = prefix + entry.name;
      if (entry.type === "file") {
        const mode = (await directory.stat(entry.name))?.mode.toString(8);
        found[path] = `file ${mode} ${await read(directory, entry.name)}`;
      } else if (entry.type === "symlink") {
        found[path] = `symlink ${(await directory.readLink?.(entry.name)) ?? "somewhere"}`;
      } else {
        found[path] = entry.type;
        await this.#collect(await directory.openDirectory(entry.name), `${path}/`, found);
      }
    }
    await directory.close();
  }
}

async function read(directory: DirectoryHandle, name: string): Promise<string> {
  const handle = await directory.openFile(name);
  const bytes = new Uint8Array(64);
  const count = await handle.read(bytes, 0);
  await handle.close();
  return new TextDecoder().decode(bytes.subarray(0, count));
}
