import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type LocalOutputStoreOptions,
  localOutputStore,
} from "../../../src/backends/local/output-store/index.js";
import type { OutputStore } from "../../../src/contract/index.js";
import { missing } from "../../security/capabilities.js";

const DAY_MS = 24 * 60 * 60 * 1000;

function stateFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "collet-outputs-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "state");
}

function storeIn(stateDirectory: string, options: LocalOutputStoreOptions = {}): OutputStore {
  return localOutputStore({ stateDirectory, ...options });
}

/** Lazily: the clean-up in the background may still be looking at the folder. */
function unmount(folder: string): void {
  execFileSync("umount", ["--lazy", folder]);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function save(store: OutputStore, content: string | Uint8Array, sessionId = "one") {
  const writer = store.open({ sessionId });
  writer.append(typeof content === "string" ? bytesOf(content) : content);
  return writer.finish();
}

async function saved(store: OutputStore, content: string | Uint8Array, sessionId = "one"): Promise<string> {
  const stored = await save(store, content, sessionId);
  if (!stored.kept) throw new Error(stored.reason);
  return stored.path;
}

const age = (path: string, days: number) => {
  const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
  utimesSync(path, seconds, seconds);
};

describe("stored outputs", () => {
  it("stored outputs are identical to the appended bytes, in any pieces", async () => {
    const store = storeIn(stateFolder());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 900 }),
        async (pieces, times) => {
          const writer = store.open({ sessionId: "one" });
          const reused = new Uint8Array(700);
          for (let time = 0; time < times; time += 100) {
            for (const piece of pieces) {
              reused.set(piece);
              writer.append(reused.subarray(0, piece.length));
              reused.fill(0);
            }
          }
          const stored = await writer.finish();
          const rounds = Math.ceil(times / 100);
          const expected = Buffer.concat(Array.from({ length: rounds }, () => pieces).flat());
          expect(stored).toMatchObject({ kept: true, bytes: expected.length, omittedBytes: 0 });
          if (stored.kept) expect(readFileSync(stored.path).equals(expected)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("outputs are files that only this user can read, in a folder that only this user can enter", async () => {
    const previous = process.umask(0);
    onTestFinished(() => {
      process.umask(previous);
    });
    const path = await saved(storeIn(stateFolder()), "text");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(basename(dirname(path))).toBe("tool-output");
  });

  it("outputs have ascending names, even when the clock goes back", async () => {
    let now = Date.now();
    const store = storeIn(stateFolder(), { now: () => now });
    const names: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      now += index % 3 === 0 ? -5_000 : 1;
      names.push(basename(await saved(store, "x")));
    }
    expect([...names].sort()).toEqual(names);
    expect(new Set(names).size).toBe(20);
  });

  it("keep head and end of a long output, state the missing part, and split no character", async () => {
    const store = storeIn(stateFolder(), { maxOutputBytes: 10_000 });
    const writer = store.open({ sessionId: "one" });
    for (let line = 0; line < 20_000; line += 1) writer.append(bytesOf(`line ${line} 漢\n`));
    const stored = await writer.finish();
    expect(stored.kept).toBe(true);
    if (!stored.kept) return;
    const text = readFileSync(stored.path, "utf8");
    const total = Array.from({ length: 20_000 }, (_, line) => bytesOf(`line ${line} 漢\n`).length).reduce(
      (sum, size) => sum + size,
    );
    expect(text.startsWith("line 0 漢\nline 1 ")).toBe(true);
    expect(text.endsWith("line 19999 漢\n")).toBe(true);
    const mark = `\n... ${stored.omittedBytes} bytes left out ...\n`;
    expect(text).toContain(mark);
    expect(stored.bytes - mark.length + stored.omittedBytes).toBe(total);
    expect(stored.bytes).toBeLessThanOrEqual(10_000 + mark.length);
  });

  it("accept 300 MB without buffering them", async () => {
    const store = storeIn(stateFolder(), { maxOutputBytes: 1024 ** 2 });
    const writer = store.open({ sessionId: "one" });
    const chunk = new Uint8Array(64 * 1024).fill(97);
    const before = process.memoryUsage();
    for (let sent = 0; sent < 300 * 1024 ** 2; sent += chunk.length) writer.append(chunk);
    const grown = process.memoryUsage().arrayBuffers - before.arrayBuffers;
    expect(grown).toBeLessThan(16 * 1024 ** 2);
    expect(await writer.finish()).toMatchObject({ kept: true, omittedBytes: 299 * 1024 ** 2 });
  });
});

describe("a discarded output", () => {
  it("leaves nothing, and needs no disk access while it is small", async () => {
    const state = stateFolder();
    const small = storeIn(state).open({ sessionId: "one" });
    small.append(bytesOf("x".repeat(100_000)));
    await small.discard();
    expect(existsSync(state)).toBe(false);
    const large = storeIn(state).open({ sessionId: "one" });
    large.append(bytesOf("x".repeat(1_000_000)));
    expect(readdirSync(join(state, "tool-output"))).toHaveLength(1);
    await large.discard();
    expect(readdirSync(join(state, "tool-output"))).toEqual([]);
    expect(await large.finish()).toMatchObject({ kept: false });
  });
});

describe("ownership of an output", () => {
  const sessionIds = ["one", "ONE", "with/../slash", "hashed-x", "", "x".repeat(500), "ü"];

  it.each(sessionIds)(
    "ownership depends on the name alone, for the session %j and no other",
    async (sessionId) => {
      const state = stateFolder();
      const path = await saved(storeIn(state), "text", sessionId);
      const another = storeIn(state);
      for (const other of sessionIds) expect(another.owns(path, [other])).toBe(other === sessionId);
      expect(another.owns(path, ["x", sessionId])).toBe(true);
      expect(another.owns(path, [])).toBe(false);
    },
  );

  it.each([
    ["a file beside the folder", (path: string) => join(dirname(dirname(path)), basename(path))],
    ["a file below the folder", (path: string) => join(dirname(path), "deeper", basename(path))],
    ["the folder itself", (path: string) => dirname(path)],
    ["a name with more behind it", (path: string) => `${path}x`],
    ["another kind of name", (path: string) => join(dirname(path), "state.json")],
  ])("ownership is denied for %s", async (_title, other) => {
    const store = storeIn(stateFolder());
    expect(store.owns(other(await saved(store, "text")), ["one"])).toBe(false);
  });
});

describe("a failing store", () => {
  it.each<[string, (state: string) => void, RegExp]>([
    ["is below a file", (state) => writeFileSync(`${dirname(state)}/state`, ""), /state' is not a directory/],
    [
      "belongs to nobody in particular",
      (state) => {
        mkdirSync(state);
        chmodSync(state, 0o777);
      },
      /can be written by other users/,
    ],
    [
      "is a symlink that somebody made before",
      (state) => {
        mkdirSync(state, { mode: 0o700 });
        mkdirSync(`${state}-elsewhere`);
        symlinkSync(`${state}-elsewhere`, join(state, "tool-output"));
      },
      /tool-output' is a symbolic link/,
    ],
  ])("reports the reason when its folder %s, and writes nothing", async (_title, prepare, reason) => {
    const state = stateFolder();
    prepare(state);
    const stored = await save(storeIn(state), "text");
    expect(stored).toMatchObject({ kept: false, reason: expect.stringMatching(reason) });
    expect(existsSync(`${state}-elsewhere`) ? readdirSync(`${state}-elsewhere`) : []).toEqual([]);
  });

  it.skipIf(missing(["mount"]).length > 0)("leaves no partial output on a full disk", async () => {
    const state = stateFolder();
    mkdirSync(state, { recursive: true, mode: 0o700 });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "none", state]);
    onTestFinished(() => unmount(state));
    const store = storeIn(state);
    const stored = await save(store, "x".repeat(3 * 1024 ** 2));
    expect(stored).toEqual({ kept: false, reason: "there is no space left (ENOSPC)" });
    expect(readdirSync(join(state, "tool-output"))).toEqual([]);
    expect(await save(store, "small enough")).toMatchObject({ kept: true });
  });

  it.skipIf(missing(["mount"]).length > 0)("reports a read-only disk", async () => {
    const state = stateFolder();
    mkdirSync(join(state, "tool-output"), { recursive: true, mode: 0o700 });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700,ro", "none", state]);
    onTestFinished(() => unmount(state));
    expect(await save(storeIn(state), "text")).toMatchObject({
      kept: false,
      reason: expect.stringContaining("EROFS"),
    });
  });

  it("creates its folder again after it was removed", async () => {
    const state = stateFolder();
    const store = storeIn(state);
    await saved(store, "one");
    rmSync(state, { recursive: true });
    expect(readFileSync(await saved(store, "two"), "utf8")).toBe("two");
  });

  it("does not name an output that was removed while it was written", async () => {
    const state = stateFolder();
    const writer = storeIn(state).open({ sessionId: "one" });
    writer.append(bytesOf("x".repeat(1_000_000)));
    for (const name of readdirSync(join(state, "tool-output"))) rmSync(join(state, "tool-output", name));
    expect(await writer.finish()).toEqual({ kept: false, reason: "it was removed while it was written" });
  });
});

describe("a clean-up", () => {
  it("removes outputs older than seven days and no younger ones", async () => {
    const store = storeIn(stateFolder());
    const paths = await Promise.all(
      [8, 7.01, 6.99, 1, 0].map(async (days) => {
        const path = await saved(store, "x");
        age(path, days);
        return path;
      }),
    );
    await store.clean();
    expect(paths.map(existsSync)).toEqual([false, false, true, true, true]);
  });

  it("removes an old symlink itself, and does not touch folders and link targets", async () => {
    const state = stateFolder();
    const store = storeIn(state, { now: () => Date.now() + 30 * DAY_MS });
    const folder = dirname(await saved(store, "x"));
    const elsewhere = join(dirname(state), "elsewhere");
    mkdirSync(join(folder, "sub"));
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "kept"), "");
    symlinkSync(elsewhere, join(folder, "old"));
    await store.clean();
    expect(readdirSync(folder)).toEqual(["sub"]);
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  it("keeps files from the future, and counts their age from now", async () => {
    const state = stateFolder();
    const path = await saved(storeIn(state), "x");
    age(path, -30);
    await storeIn(state).clean();
    expect(existsSync(path)).toBe(true);
    expect(Math.abs(lstatSync(path).mtimeMs - Date.now())).toBeLessThan(60_000);
  });

  it("removes the oldest outputs if there are too many, but none of the last minute", async () => {
    const store = storeIn(stateFolder(), { maxTotalBytes: 2_500 });
    const paths: string[] = [];
    for (const hours of [5, 4, 3, 2, 0]) {
      const path = await saved(store, "x".repeat(1_000));
      age(path, hours / 24);
      paths.push(path);
    }
    await store.clean();
    expect(paths.map(existsSync)).toEqual([false, false, false, true, true]);
    const fresh = storeIn(stateFolder(), { maxTotalBytes: 10 });
    const path = await saved(fresh, "more than ten bytes");
    await fresh.clean();
    expect(existsSync(path)).toBe(true);
  });

  it("tolerates concurrent clean-ups among 10,000 outputs", async () => {
    const state = stateFolder();
    const folder = dirname(await saved(storeIn(state), "x"));
    const old = Date.now() / 1000 - 8 * 24 * 60 * 60;
    for (let index = 0; index < 10_000; index += 1) {
      const path = join(folder, `tool_${index}`);
      writeFileSync(path, "");
      if (index % 2 === 0) utimesSync(path, old, old);
    }
    await Promise.all(Array.from({ length: 4 }, () => storeIn(state).clean()));
    expect(readdirSync(folder)).toHaveLength(5_001);
  });

  it("starts automatically with the first output that a process stores", async () => {
    const state = stateFolder();
    const path = await saved(storeIn(state), "x");
    age(path, 8);
    const store = storeIn(state);
    await saved(store, "y");
    await store.clean();
    expect(existsSync(path)).toBe(false);
  });
});

it.each([0, -1, 1.5, Number.NaN])("refuses %s as a limit", (maxTotalBytes) => {
  expect(() => localOutputStore({ maxTotalBytes })).toThrow(RangeError);
});
