import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend, localThreadStore } from "../../../../src/backends/local/index.js";
import type { ThreadEntry } from "../../../../src/contract/index.js";
import { bundledModule } from "../../../bundled-module.js";
import { machineSlowness } from "../../../processor-time.js";

const say = (text: string, at = 1): ThreadEntry => ({ role: "user", text, at });
const signal = new AbortController().signal;

async function place() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-threads-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const project = join(folder, "project");
  await mkdir(project);
  const stateDirectory = join(folder, "state");
  return {
    folder,
    project,
    stateDirectory,
    store: localThreadStore({ stateDirectory }),
    /** The one file of threads. */
    async file(): Promise<string> {
      const names = await readdir(join(stateDirectory, "threads"), { recursive: true });
      const [name] = names.filter((each) => each.endsWith(".jsonl"));
      return join(stateDirectory, "threads", name ?? "");
    },
  };
}

/** Milliseconds that this thread has spent at work: those of others (collecting garbage, reading files) hold up nothing. */
function ownProcessorTimeMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

const texts = (thread: { readonly entries: readonly ThreadEntry[] } | undefined) =>
  thread?.entries.map(({ text }) => text);

describe("threads on disk", () => {
  it("threads are readable by this user only", async () => {
    const { store, project, file } = await place();
    await store.append("T", [say("x")], { project });
    const path = await file();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, "../.."))).mode & 0o777).toBe(0o700);
  });

  it("threads are not stored in a folder that others can write to", async () => {
    const { store, project, stateDirectory } = await place();
    await mkdir(join(stateDirectory, "threads"), { recursive: true, mode: 0o700 });
    await chmod(join(stateDirectory, "threads"), 0o777);
    await expect(store.append("T", [say("x")], { project })).rejects.toMatchObject({ code: "access-denied" });
    expect(await store.read("T", { project })).toBeUndefined();
  });

  it("threads are not written through a symlink with their name", async () => {
    const { store, project, folder, file } = await place();
    await store.append("T", [say("x")], { project });
    const path = await file();
    const target = join(folder, "target");
    await writeFile(target, "kept");
    await rm(path);
    await symlink(target, path);
    await expect(store.append("T", [say("y")], { project })).rejects.toMatchObject({
      code: expect.any(String),
    });
    await expect(store.read("T", { project })).rejects.toMatchObject({ code: expect.any(String) });
    expect(await readFile(target, "utf8")).toBe("kept");
  });

  it("belong to the same project through any symlink", async () => {
    const { store, project, folder } = await place();
    await symlink(project, join(folder, "link"));
    await store.append("T", [say("x")], { project: join(folder, "link") });
    expect(await store.read("T", { project })).toMatchObject({ project });
  });

  it.each([
    ["an entry", '{"role":"user","at":5,"te'],
    ["a character", '{"role":"user","at":5,"text":"\xe2\x82'],
    ["the next line end", '{"role":"user","at":5,"text":"whole"}'],
    ["anything else", "\0\0\0\0"],
  ])("survive an interruption during %s: only that is lost, and nothing is deleted", async (_what, torn) => {
    const { store, project, file, stateDirectory } = await place();
    await store.append("T", [say("before")], { project });
    await appendFile(await file(), Buffer.from(torn, "latin1"));
    const isWhole = torn.endsWith("}");
    const kept = isWhole ? ["before", "whole"] : ["before"];
    expect(await store.read("T", { project })).toMatchObject({
      tornEntries: isWhole ? 0 : 1,
      entryCount: kept.length,
    });
    expect((await store.find("before", { project, limit: 9, signal }))[0]).toMatchObject({
      entryCount: kept.length,
    });
    // Another process continues without knowledge of the interruption.
    await localThreadStore({ stateDirectory }).append("T", [say("after")], { project });
    const thread = await store.read("T", { project });
    expect(texts(thread)).toEqual([...kept, "after"]);
    expect(thread?.tornEntries).toBe(isWhole ? 0 : 1);
    expect((await readFile(await file())).includes(Buffer.from(torn, "latin1"))).toBe(true);
    expect((await store.find("after", { project, limit: 9, signal }))[0]).toMatchObject({
      entryCount: kept.length + 1,
    });
  });

  it("survive an interruption during their creation", async () => {
    const { store, project, file } = await place();
    await store.append("T", [say("lost")], { project, title: "Lost" });
    await writeFile(await file(), '{"thread":"T","proj');
    expect(await store.read("T", { project })).toBeUndefined();
    await store.append("T", [say("after")], { project, title: "Found" });
    expect(await store.read("T", { project })).toMatchObject({
      id: "T",
      title: "Found",
      entryCount: 1,
      tornEntries: 1,
    });
    expect((await store.find("", { project, limit: 9, signal })).map(({ title }) => title)).toEqual([
      "Found",
    ]);
  });

  it("accept entries of several processes at once, each complete and in the order of its process", async () => {
    const { store, project, stateDirectory } = await place();
    const names = ["a", "b", "c"];
    const count = 40;
    const worker = await bundledModule(join(import.meta.dirname, "append-worker.ts"));
    const children = names.map((name) =>
      spawn(process.execPath, [worker, stateDirectory, project, name, String(count)], { stdio: "inherit" }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const thread = await store.read("shared", { project });
    expect(thread).toMatchObject({ entryCount: names.length * count, tornEntries: 0 });
    for (const name of names) {
      const own = thread?.entries.filter(({ text }) => text.startsWith(`${name}-`)) ?? [];
      expect(own.map(({ at }) => at)).toEqual(Array.from({ length: count }, (_, number) => number));
      for (const { text, at } of own) expect(text.endsWith(` end-${name}-${at}`)).toBe(true);
    }
  }, 60_000);

  it("keep the order of the append calls, even without awaiting them", async () => {
    const { store, project } = await place();
    const all = Array.from({ length: 50 }, (_, number) =>
      store.append("T", [say(String(number))], { project }),
    );
    await Promise.all(all);
    expect(texts(await store.read("T", { project }))).toEqual(
      Array.from({ length: 50 }, (_, number) => String(number)),
    );
  });

  it("threads are found by other processes, again after a replacement, and not after a removal", async () => {
    const { store, project, stateDirectory, file } = await place();
    const other = localThreadStore({ stateDirectory });
    const ids = async (query: string) =>
      (await other.find(query, { project, limit: 9, signal })).map(({ id }) => id);
    await store.append("T", [say("alpha")], { project });
    expect(await ids("alpha")).toEqual(["T"]);
    const path = await file();
    const text = await readFile(path, "utf8");
    await rm(path);
    await writeFile(path, text.replaceAll("alpha", "omega"));
    // The clock of a file system may not have ticked meanwhile.
    await utimes(path, new Date(), new Date(Date.now() + 1_000));
    expect(await ids("alpha")).toEqual([]);
    expect(await ids("omega")).toEqual(["T"]);
    await rm(path);
    expect(await ids("omega")).toEqual([]);
    expect(await ids("")).toEqual([]);
  });

  it("skip foreign, oversized and malformed lines", async () => {
    const { store, project, file } = await place();
    await store.append("T", [say("one")], { project });
    await appendFile(await file(), `${"x".repeat(7_000_000)}\n[1]\n{"role":"root","text":"x","at":1}\n\n`);
    await store.append("T", [say("two")], { project });
    const thread = await store.read("T", { project });
    expect(texts(thread)).toEqual(["one", "two"]);
    expect(thread?.tornEntries).toBe(3);
  });

  it("accept at most 64 MiB for one thread, and stay intact", async () => {
    const { store, project } = await place();
    const mebibyte = "x".repeat(1_048_576);
    await store.append(
      "T",
      Array.from({ length: 63 }, () => say(mebibyte)),
      { project },
    );
    await expect(store.append("T", [say(mebibyte), say(mebibyte)], { project })).rejects.toMatchObject({
      code: "file-too-large",
    });
    expect((await store.read("T", { project }))?.entryCount).toBe(63);
  });

  it("threads are searched without blocking the event loop for longer than 50 ms", async () => {
    const { store, project } = await place();
    const words = Array.from({ length: 5_000 }, (_, number) => `word${number}`);
    for (let thread = 0; thread < 12; thread += 1) {
      const entries = Array.from({ length: 60 }, (_, number) =>
        say(
          Array.from(
            { length: 400 },
            (_unused, at) => words[(at * 7 + number * 31 + thread) % words.length],
          ).join(" "),
        ),
      );
      await store.append(`T-${thread}`, [...entries, say(words.join(" ").repeat(6))], { project });
    }
    // Loaded before, because the time to load a module is not measured.
    await store.find("warm", { project: tmpdir(), limit: 1, signal });
    await import("minisearch");
    let longest = 0;
    let before = ownProcessorTimeMs();
    let isRunning = true;
    const watch = (async () => {
      while (isRunning) {
        await new Promise((resolve) => setImmediate(resolve));
        const now = ownProcessorTimeMs();
        longest = Math.max(longest, now - before);
        before = now;
      }
    })();
    const found = await store.find("word17 word4711", { project, limit: 5, signal });
    // The start of all 5,000 words.
    const started = await store.find("word word17", { project, limit: 5, signal });
    isRunning = false;
    await watch;
    expect(found.length).toBe(5);
    expect(started.length).toBe(5);
    expect(longest / machineSlowness()).toBeLessThan(50);
  }, 60_000);

  it("threads are not stored if the host disables them", async () => {
    await using runtime = await (async () => {
      const backend = localBackend({ threads: false });
      return Object.assign(backend, { [Symbol.asyncDispose]: () => backend.dispose() });
    })();
    expect(runtime.threads).toBeUndefined();
  });
});

describe("other entries in the folder of threads", () => {
  it("do not affect the threads: a folder, a link, a pipe, an unreadable file", async () => {
    const { store, project, file, folder } = await place();
    await store.append("T", [say("wombat")], { project });
    const beside = join(await file(), "..");
    const name = (digit: string) => join(beside, `${digit.repeat(40)}.jsonl`);
    await mkdir(name("0"));
    await writeFile(join(folder, "elsewhere"), '{"role":"user","text":"wombat","at":1}\n');
    await symlink(join(folder, "elsewhere"), name("1"));
    await once(spawn("mkfifo", [name("2")]), "exit");
    await writeFile(name("3"), "x\n");
    await chmod(name("3"), 0);
    for (const query of ["wombat", ""]) {
      expect((await store.find(query, { project, limit: 9, signal })).map(({ id }) => id)).toEqual(["T"]);
    }
  });

  it("other entries are reported when they have a thread's name", async () => {
    const { store, project, file } = await place();
    await store.append("T", [say("wombat")], { project });
    const path = await file();
    await rm(path);
    await once(spawn("mkfifo", [path]), "exit");
    await expect(store.read("T", { project })).rejects.toMatchObject({ code: "not-a-file" });
  });
});
