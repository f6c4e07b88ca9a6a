import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import {
  type BenchCase,
  benchCase,
  codeOf,
  declareCases,
  listing,
  needing,
  put,
  take,
} from "./test-bench.js";

const TREE = {
  file: "0123456789",
  "folder/inner": "x",
  link: { symlinkTo: "file" },
  dangling: { symlinkTo: "nowhere" },
  script: { content: "#!/bin/sh\n", mode: 0o755 },
} satisfies Record<string, SeedEntry>;

const REFUSALS: readonly (readonly [name: string, code: string])[] = [
  ["missing", "not-found"],
  ["folder", "not-a-file"],
  ["link", "changed-since-approval"],
  ["dangling", "changed-since-approval"],
];

const READING: readonly BenchCase[] = [
  benchCase("is read at positions", TREE, async ({ open, expect }) => {
    const handle = await (await open()).openFile("file");
    const buffer = new Uint8Array(4);
    const readAt = async (position: number) => {
      const count = await handle.read(buffer, position);
      return new TextDecoder().decode(buffer.subarray(0, count));
    };
    expect(await readAt(0)).toBe("0123");
    expect(await readAt(7)).toBe("789");
    expect(await readAt(3)).toBe("3456");
    expect(await readAt(10)).toBe("");
    expect(await readAt(1_000_000)).toBe("");
    expect(handle.stat.size).toBe(10);
    await handle.close();
    await handle.close();
  }),

  ...REFUSALS.map(([name, code]) =>
    benchCase(`is not opened for ${name}: ${code}`, TREE, async ({ open, expect }) => {
      const directory = await open();
      expect(await codeOf(directory.openFile(name))).toBe(code);
      expect(await codeOf(directory.openForWriting(name))).toBe(code);
    }),
  ),
  benchCase("reports a missing file with its path", TREE, async ({ open, at, expect }) => {
    const directory = await open();
    const message = await directory.openFile("missing").catch((error: Error) => error.message);
    expect(String(message).replace(/\.$/, "")).toBe(`ENOENT: no such file or directory '${at("missing")}'`);
  }),

  benchCase("stays readable after the file is removed", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openFile("file");
    await directory.removeFile("file");
    const buffer = new Uint8Array(16);
    expect(await handle.read(buffer, 0)).toBe(10);
    await handle.close();
  }),

  benchCase("keeps the old content when another file takes the name", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openFile("file");
    await put(directory, "new", "new content");
    await directory.rename("new", { name: "file" });
    const buffer = new Uint8Array(16);
    const count = await handle.read(buffer, 0);
    expect(new TextDecoder().decode(buffer.subarray(0, count))).toBe("0123456789");
    expect(await take(directory, "file")).toBe("new content");
    await handle.close();
  }),

  benchCase("rejects use after closing, because another file may have its number", TREE, async (bench) => {
    const directory = await bench.open();
    const reader = await directory.openFile("file");
    const writer = await directory.openForWriting("file");
    await reader.close();
    await writer.close();
    // Takes the file numbers that have become free.
    const others = [await directory.openFile("script"), await directory.openForWriting("script")];
    const uses = [
      () => reader.read(new Uint8Array(4), 0),
      () => writer.write(encode("damage"), 0),
      () => writer.truncate(0),
      () => writer.stat(),
    ];
    for (const use of uses) {
      const message = await use().catch((error: Error) => error.message);
      bench.expect(message).toBe(`'${bench.at("file")}' was used after it had been closed.`);
    }
    for (const other of others) await other.close();
    bench.expect(await take(directory, "file")).toBe("0123456789");
    bench.expect(await take(directory, "script")).toBe("#!/bin/sh\n");
  }),

  ...needing({ openFiles: "live" }, [
    benchCase("sees changes written in place", TREE, async ({ open, expect }) => {
      const directory = await open();
      const reader = await directory.openFile("file");
      const writer = await directory.openForWriting("file");
      await writer.write(encode("AB"), 2);
      const buffer = new Uint8Array(16);
      const count = await reader.read(buffer, 0);
      expect(new TextDecoder().decode(buffer.subarray(0, count))).toBe("01AB456789");
      await writer.close();
      await reader.close();
    }),
  ]),
];

const CREATION: readonly BenchCase[] = [
  benchCase("is created with its mode", {}, async ({ open, expect }) => {
    const directory = await open();
    await put(directory, "private", "x", 0o600);
    await put(directory, "program", "x", 0o755);
    expect((await directory.stat("private"))?.mode).toBe(0o600);
    expect((await directory.stat("program"))?.mode).toBe(0o755);
  }),

  benchCase("gets an exact mode when it is set afterwards", {}, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.createFile("shared", { mode: 0o600 });
    await handle.setMode(0o666);
    await handle.close();
    expect((await directory.stat("shared"))?.mode).toBe(0o666);
  }),

  benchCase("is never an existing one", TREE, async ({ open, expect }) => {
    const directory = await open();
    for (const name of ["file", "folder", "link", "dangling"]) {
      expect(await codeOf(directory.createFile(name, { mode: 0o644 }))).toBe("already-exists");
    }
    expect(await take(directory, "file")).toBe("0123456789");
    expect(await directory.stat("nowhere")).toBe(undefined);
  }),

  benchCase("is created by exactly one of several attempts", {}, async ({ open, expect }) => {
    const directory = await open();
    const attempts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        try {
          const handle = await directory.createFile("contested", { mode: 0o644 });
          await handle.close();
          return "created";
        } catch (error) {
          return await codeOf(Promise.reject(error));
        }
      }),
    );
    expect(attempts.sort()).toEqual([...Array(7).fill("already-exists"), "created"]);
  }),

  ...needing({ openFiles: "live" }, [
    benchCase("accepts writes after its name is removed", {}, async ({ open, expect }) => {
      const directory = await open();
      const handle = await directory.createFile("short-lived", { mode: 0o644 });
      await directory.removeFile("short-lived");
      await handle.write(encode("this is not read."), 0);
      expect((await handle.stat()).size).toBe(17);
      await handle.close();
      expect(await listing(directory)).toEqual([]);
    }),
  ]),
];

const WRITING: readonly BenchCase[] = [
  benchCase("is neither truncated nor replaced when opened", TREE, async ({ open, expect }) => {
    const directory = await open();
    const before = await directory.stat("file");
    const handle = await directory.openForWriting("file");
    expect(await handle.stat()).toEqual(before);
    await handle.write(encode("XY"), 4);
    await handle.sync();
    await handle.close();
    await handle.close();
    expect(await take(directory, "file")).toBe("0123XY6789");
    expect((await directory.stat("file"))?.identity).toBe(before?.identity);
  }),

  benchCase("accepts writes at and beyond its end, with zeros between", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openForWriting("file");
    await handle.write(encode("ab"), 10);
    await handle.write(encode("z"), 15);
    expect((await handle.stat()).size).toBe(16);
    await handle.close();
    expect(await take(directory, "file")).toBe("0123456789ab\0\0\0z");
  }),

  benchCase("ignores an empty write", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openForWriting("file");
    await handle.write(new Uint8Array(0), 100);
    expect((await handle.stat()).size).toBe(10);
    await handle.close();
  }),

  benchCase("is shortened, and extended with zeros", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openForWriting("file");
    await handle.truncate(3);
    expect(await take(directory, "file")).toBe("012");
    await handle.truncate(6);
    expect(await take(directory, "file")).toBe("012\0\0\0");
    await handle.truncate(0);
    await handle.write(encode("fresh"), 0);
    await handle.close();
    expect(await take(directory, "file")).toBe("fresh");
  }),

  benchCase("contains zeros, not removed content, when it grows again", {}, async ({ open, expect }) => {
    const directory = await open();
    await put(directory, "long", "x".repeat(1_000));
    const handle = await directory.openForWriting("long");
    await handle.truncate(900);
    await handle.truncate(1_000);
    await handle.truncate(800);
    await handle.write(encode("end"), 950);
    await handle.close();
    expect(await take(directory, "long")).toBe(`${"x".repeat(800)}${"\0".repeat(150)}end`);
  }),

  benchCase("keeps large content complete", {}, async ({ open, expect }) => {
    const directory = await open();
    const chunk = Uint8Array.from({ length: 10_007 }, (_, index) => index % 251);
    const handle = await directory.createFile("large", { mode: 0o644 });
    for (let index = 0; index < 50; index += 1) await handle.write(chunk, index * chunk.byteLength);
    await handle.close();
    const reader = await directory.openFile("large");
    const bytes = new Uint8Array(50 * chunk.byteLength);
    for (let filled = 0; filled < bytes.byteLength; ) {
      const count = await reader.read(bytes.subarray(filled, filled + 4_096), filled);
      if (count === 0) break;
      filled += count;
    }
    await reader.close();
    expect(bytes.every((byte, index) => byte === (index % chunk.byteLength) % 251)).toBe(true);
  }),

  benchCase("accepts a mode", TREE, async ({ open, expect }) => {
    const directory = await open();
    expect((await directory.stat("script"))?.mode).toBe(0o755);
    const handle = await directory.openForWriting("script");
    await handle.setMode(0o640);
    expect((await handle.stat()).mode).toBe(0o640);
    await handle.close();
    expect((await directory.stat("script"))?.mode).toBe(0o640);
    expect(await take(directory, "script")).toBe("#!/bin/sh\n");
  }),

  benchCase("accepts its current owner", TREE, async ({ open, expect }) => {
    const directory = await open();
    const handle = await directory.openForWriting("file");
    const owner = (await handle.stat()).owner ?? { user: 0, group: 0 };
    await handle.setOwner(owner);
    await handle.close();
    expect(await take(directory, "file")).toBe("0123456789");
  }),

  benchCase("sets a later modification time", TREE, async ({ open, expect }) => {
    const directory = await open();
    const before = (await directory.stat("file"))?.modifiedAtMs ?? Number.POSITIVE_INFINITY;
    const handle = await directory.openForWriting("file");
    await handle.write(encode("!"), 0);
    await handle.close();
    expect(((await directory.stat("file"))?.modifiedAtMs ?? 0) >= before).toBe(true);
  }),
];

const encode = (text: string) => new TextEncoder().encode(text);

/** Declares tests for the promises of a `DirectoryHandle` about opening files, and those of open files. */
export function describeFiles(factory: BackendFactory, runner: TestRunner): void {
  const declare = (cases: readonly BenchCase[]) => declareCases(factory, runner, cases);
  runner.describe("a file open for reading", () => declare(READING));
  runner.describe("a new file", () => declare(CREATION));
  runner.describe("a file open for writing", () => declare(WRITING));
}
