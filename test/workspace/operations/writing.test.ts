import { execFileSync, spawnSync } from "node:child_process";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { type Backend, ToolError } from "../../../src/contract/index.js";
import { isTemporaryName } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { bundledModule } from "../../bundled-module.js";
import { asNobody } from "../as-nobody.js";
import { interferedBackend } from "../faulty-backend.js";
import { fixture, newSession } from "../workspace-fixture.js";

const upper = ({ text }: { readonly text: string }) => ({ text: text.toUpperCase() });

async function namesBelow(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

describe("updateText", () => {
  it("passes the text, writes the returned text and returns the rest of the result", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "one\n" });
    const answer = await files.updateText("a.txt", (file) => ({
      text: `${file.text}two\n`,
      was: file.text,
      encoding: file.encoding,
    }));
    expect(answer).toMatchObject({
      was: "one\n",
      encoding: "utf-8",
      location: { path: join(root, "a.txt") },
    });
    expect(answer).not.toHaveProperty("text");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
    expect(changes).toEqual([{ type: "update", path: join(root, "a.txt") }]);
    expect(await namesBelow(root)).toEqual(["a.txt"]);
  });

  it("writes nothing when the text stays the same or the update refuses", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "one\n" });
    const before = await stat(join(root, "a.txt"), { bigint: true });
    await files.updateText("a.txt", ({ text }) => ({ text }));
    const refuse = () => {
      throw new ToolError("no such text", { code: "no-match" });
    };
    await expect(files.updateText("a.txt", refuse)).rejects.toMatchObject({ code: "no-match" });
    const after = await stat(join(root, "a.txt"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(changes).toEqual([]);
    await files.updateText("a.txt", upper);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("ONE\n");
  });

  it("changes only what the update changes, byte for byte, in every encoding", async () => {
    const { root, files } = await fixture();
    const marks = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    const content = fc.tuple(marks, fc.uint8Array({ maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(content, content, async ([mark, before], [, after]) => {
        const bytes = Buffer.from([...mark, ...before, 0x41, ...(mark[0] === 0xff ? [0] : []), ...after]);
        await writeFile(join(root, "f"), bytes);
        const outcome = await files
          .updateText("f", ({ text }) => {
            const at = text.indexOf("A");
            if (at < 0) throw new ToolError("no A", { code: "no-match" });
            return { text: `${text.slice(0, at)}B${text.slice(at + 1)}` };
          })
          .catch((error: ToolError) => error.code);
        const written = await readFile(join(root, "f"));
        if (outcome === "not-utf8" || outcome === "no-match") {
          expect(written.equals(bytes)).toBe(true);
        } else {
          expect(written.byteLength).toBe(bytes.byteLength);
          const differing = [...bytes.keys()].filter((index) => bytes[index] !== written[index]);
          expect(differing.map((index) => [bytes[index], written[index]])).toEqual([[0x41, 0x42]]);
        }
      }),
      { numRuns: 80 },
    );
    expect(await namesBelow(root)).toEqual(["f"]);
  });

  it("keeps the mode, including the special bits", async () => {
    const { root, files } = await fixture({ "a.sh": "one\n" });
    for (const mode of [0o755, 0o600, 0o4755, 0o2755, 0o664]) {
      await chmod(join(root, "a.sh"), mode);
      await files.updateText("a.sh", ({ text }) => ({ text: `${text}x` }));
      expect((await stat(join(root, "a.sh"))).mode & 0o7777).toBe(mode);
    }
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n" });
    await chown(join(root, "a.txt"), 1_234, 4_321);
    await chmod(join(root, "a.txt"), 0o4750);
    await files.updateText("a.txt", upper);
    expect(await stat(join(root, "a.txt"))).toMatchObject({ uid: 1_234, gid: 4_321 });
    expect((await stat(join(root, "a.txt"))).mode & 0o7777).toBe(0o4750);
  });

  it("writes through a symlink to its target", async () => {
    const { root, files, changes } = await fixture({ "src/a.txt": "one" });
    await symlink("src/a.txt", join(root, "link"));
    await files.updateText("link", upper);
    expect(await readlink(join(root, "link"))).toBe("src/a.txt");
    expect(await readFile(join(root, "src/a.txt"), "utf8")).toBe("ONE");
    expect(changes).toEqual([{ type: "update", path: join(root, "src/a.txt") }]);
  });

  it("keeps several names of one file linked", async () => {
    const { root, files } = await fixture({ "a.txt": "one and more" });
    await link(join(root, "a.txt"), join(root, "b.txt"));
    await files.updateText("a.txt", () => ({ text: "two" }));
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("two");
    expect((await stat(join(root, "a.txt"))).nlink).toBe(2);
    expect(await namesBelow(root)).toEqual(["a.txt", "b.txt"]);
  });

  it("serialises changes of one file by any of its names", async () => {
    const { root, workspace, call } = await fixture({ "n.txt": "0", "sub/x": "" });
    await symlink("../n.txt", join(root, "sub/link"));
    await link(join(root, "n.txt"), join(root, "hard"));
    const spellings = ["n.txt", "./n.txt", "sub/../n.txt", "sub/link", join(root, "n.txt"), "hard"];
    const increments = Array.from({ length: 60 }, (_, index) => {
      const session = index % 2 === 0 ? undefined : newSession(root);
      const files =
        session === undefined
          ? call()
          : workspace.files({
              session,
              approvedPaths: new Set(),
              signal: new AbortController().signal,
              onChange: () => {},
            });
      return files.updateText(spellings[index % spellings.length] ?? "", ({ text }) => ({
        text: String(Number(text) + 1),
      }));
    });
    const outcomes = await Promise.allSettled(increments);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await readFile(join(root, "n.txt"), "utf8")).toBe("60");
  });

  it("refuses a file that does not decode, and leaves it unchanged", async () => {
    const latin1 = Buffer.from("caf\u00e9\n", "latin1");
    const { root, files } = await fixture({ "a.txt": latin1 });
    await expect(files.updateText("a.txt", upper)).rejects.toMatchObject({ code: "not-utf8" });
    expect((await readFile(join(root, "a.txt"))).equals(latin1)).toBe(true);
  });

  it("refuses half of a character instead of writing a replacement", async () => {
    const { root, files } = await fixture({ "a.txt": "one" });
    await expect(files.updateText("a.txt", () => ({ text: "\ud800" }))).rejects.toMatchObject({
      code: "invalid-input",
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one");
  });

  it("needs an approval for protected paths and outside the roots", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "a.txt": "one" });
    const { root, files, call } = await fixture({ ".git/hooks/x": "one", ".npmrc": "one" });
    await expect(files.updateText(".git/hooks/x", upper)).rejects.toMatchObject({ code: "protected-path" });
    await expect(files.updateText(".npmrc", upper)).rejects.toMatchObject({ code: "protected-path" });
    await expect(files.updateText(join(outside, "a.txt"), upper)).rejects.toMatchObject({
      code: "external-directory",
    });
    expect(await files.readText(".npmrc")).toMatchObject({ text: "one" });
    const approved = call({ approvedPaths: new Set([join(root, ".npmrc"), join(outside, "a.txt")]) });
    await approved.updateText(".npmrc", upper);
    await approved.updateText(join(outside, "a.txt"), upper);
    await expect(approved.updateText(".git/hooks/x", upper)).rejects.toMatchObject({
      code: "protected-path",
    });
    await call({ approvedPaths: "any" }).updateText(".git/hooks/x", upper);
    expect(await readFile(join(root, ".git/hooks/x"), "utf8")).toBe("ONE");
  });

  it("refuses when another process changes the file during the change", async () => {
    const backend = localBackend();
    for (const change of ["in place", "replaced", "removed"] as const) {
      let target = "";
      // The last moment: the new content is written and synced, only the rename is missing.
      const late = interferedBackend(backend, async (step) => {
        if (step !== "sync" || target === "") return;
        const path = target;
        target = "";
        // As long as the old text, and within the same clock tick: only the content shows the change.
        if (change === "in place") await writeFile(path, "two\n", { flag: "r+" });
        else {
          await rename(path, `${path}.old`);
          if (change === "replaced") await writeFile(path, "two\n");
        }
      });
      const { root, files, changes } = await fixture({ "a.txt": "one\n" }, { backend: late });
      target = join(root, "a.txt");
      await expect(files.updateText("a.txt", upper)).rejects.toMatchObject({ code: "stale-file" });
      if (change !== "removed") expect(await readFile(join(root, "a.txt"), "utf8")).toBe("two\n");
      expect((await namesBelow(root)).filter(isTemporaryName)).toEqual([]);
      expect(changes).toEqual([]);
    }
  });
});

describe("writeText", () => {
  it("creates a file with its parent folders", async () => {
    const { root, files, changes } = await fixture();
    const answer = await files.writeText("a/b/c.txt", "text");
    expect(answer).toMatchObject({ existed: false, location: { path: join(root, "a/b/c.txt") } });
    expect(await readFile(join(root, "a/b/c.txt"), "utf8")).toBe("text");
    expect(changes).toEqual([{ type: "create", path: join(root, "a/b/c.txt") }]);
    expect(await namesBelow(root)).toEqual(["a", "a/b", "a/b/c.txt"]);
    const umask = process.umask();
    expect((await stat(join(root, "a/b/c.txt"))).mode & 0o777).toBe(0o666 & ~umask);
  });

  it("creates 64 missing folders, and refuses a path below 65 without creating one", async () => {
    const { root, files } = await fixture({ "moved.txt": "text" });
    const deep = (levels: number) => `${"d/".repeat(levels)}file.txt`;
    const refusal = { code: "invalid-path", message: expect.stringMatching(/more than 64 folders/) };
    for (const levels of [65, 1_800]) {
      await expect(files.writeText(deep(levels), "text")).rejects.toMatchObject(refusal);
      await expect(files.move("moved.txt", deep(levels))).rejects.toMatchObject(refusal);
    }
    expect(await namesBelow(root)).toEqual(["moved.txt"]);
    await files.writeText(deep(64), "text");
    expect(await readFile(join(root, deep(64)), "utf8")).toBe("text");
    await files.writeText(`${"d/".repeat(64)}${deep(64)}`, "further down");
  });

  it("overwrites only on request, and keeps the mode", async () => {
    const { root, files, changes } = await fixture({ "a.sh": "old" });
    await chmod(join(root, "a.sh"), 0o755);
    await expect(files.writeText("a.sh", "new")).rejects.toMatchObject({ code: "already-exists" });
    expect(await files.writeText("a.sh", "new", { overwrite: true })).toMatchObject({ existed: true });
    expect(await readFile(join(root, "a.sh"), "utf8")).toBe("new");
    expect((await stat(join(root, "a.sh"))).mode & 0o777).toBe(0o755);
    expect(changes).toEqual([{ type: "update", path: join(root, "a.sh") }]);
  });

  it("creates the target of a dangling symlink, and keeps the link", async () => {
    const { root, files } = await fixture();
    await symlink("target/new.txt", join(root, "link"));
    await files.writeText("link", "x");
    expect(await readFile(join(root, "target/new.txt"), "utf8")).toBe("x");
    expect((await lstat(join(root, "link"))).isSymbolicLink()).toBe(true);
  });

  it.each([
    ["folder", "not-a-file"],
    ["pipe", "special-file"],
    ["a.txt/child", "not-a-directory"],
    ["dangling-out", "external-directory"],
    ["link-out/x", "external-directory"],
    ["link-out/../owned", "external-directory"],
    [".vscode/settings.json", "protected-path"],
    [".git/hooks/pre-commit", "protected-path"],
    [`${"x".repeat(256)}`, "invalid-path"],
  ])("refuses %s with %s and changes nothing", async (path, code) => {
    const outside = await temporaryFolder();
    await mkdir(join(outside, "sub"));
    const { root, files, changes } = await fixture({ "a.txt": "1", "folder/x": "1" });
    execFileSync("mkfifo", [join(root, "pipe")]);
    await symlink(join(outside, "new"), join(root, "dangling-out"));
    await symlink(join(outside, "sub"), join(root, "link-out"));
    const before = await namesBelow(root);
    await expect(files.writeText(path, "x", { overwrite: true })).rejects.toMatchObject({ code });
    expect(await namesBelow(root)).toEqual(before);
    expect(await namesBelow(outside)).toEqual(["sub"]);
    expect(changes).toEqual([]);
  });

  it("writes a secret file, because that does not reveal its content", async () => {
    const { root, files } = await fixture({ ".env.local": "A=1" });
    await files.writeText(".env", "B=2");
    await files.writeText(".env.local", "B=2", { overwrite: true });
    expect(await readFile(join(root, ".env.local"), "utf8")).toBe("B=2");
  });

  it("serialises two calls that create the same file", async () => {
    const { root, files } = await fixture();
    const outcomes = await Promise.allSettled([
      files.writeText("new/a.txt", "first"),
      files.writeText("new/a.txt", "second"),
    ]);
    const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
    expect(outcomes[1 - winner]).toMatchObject({ status: "rejected", reason: { code: "already-exists" } });
    expect(await readFile(join(root, "new/a.txt"), "utf8")).toBe(["first", "second"][winner]);
  });

  it("stops when a symlink appears at the path of a missing folder", async () => {
    const outside = await temporaryFolder();
    let root = "";
    const attacked = interferedBackend(localBackend(), async (step) => {
      if (step === "makeDirectory") await symlink(outside, join(root, "new")).catch(() => {});
    });
    const workspace = await fixture({}, { backend: attacked });
    root = workspace.root;
    await expect(workspace.files.writeText("new/a.txt", "x")).rejects.toMatchObject({
      code: expect.stringMatching(/changed-since-approval|already-exists/),
    });
    expect(await namesBelow(outside)).toEqual([]);
  });
});

describe("a failure in the middle", () => {
  const operations = {
    update: (backend: Backend) => fixture({ "a.txt": "old content\n" }, { backend }),
    create: (backend: Backend) => fixture({ "keep.txt": "" }, { backend }),
  };

  it.each(["update", "create"] as const)(
    "leaves the old or the new state and no temporary file: %s",
    async (operation) => {
      const failures = ["no-space", "io-error", "access-denied"] as const;
      for (const code of failures) {
        let steps = Number.POSITIVE_INFINITY;
        for (let failing = 1; failing <= steps; failing += 1) {
          let seen = 0;
          let failedStep = "";
          const backend = interferedBackend(localBackend(), (step) => {
            seen += 1;
            if (seen === failing) {
              failedStep = step;
              throw new ToolError(`injected into ${step}`, { code });
            }
          });
          const { root, files, changes } = await operations[operation](backend);
          const work =
            operation === "update"
              ? files.updateText("a.txt", () => ({ text: "new content\n" }))
              : files.writeText("x/y/new.txt", "new content\n");
          const outcome = await work.then(
            () => "done",
            (error: ToolError) => error.code,
          );
          steps = failedStep === "" ? seen : Number.POSITIVE_INFINITY;
          const where = `${code} in step ${failing} (${failedStep})`;
          const path = join(root, operation === "update" ? "a.txt" : "x/y/new.txt");
          const content = await readFile(path, "utf8").catch(() => "absent");
          if (outcome === "done") expect(content, where).toBe("new content\n");
          else expect(["old content\n", "new content\n", "absent"], where).toContain(content);
          if (operation === "update") expect(content, where).not.toBe("absent");
          const names = await namesBelow(root);
          expect(
            names.filter((name) => isTemporaryName(name.split("/").at(-1) ?? "")),
            where,
          ).toEqual([]);
          if (content === "absent") expect(names, where).toEqual(["keep.txt"]);
          if (changes.length > 0) expect(content, where).toBe("new content\n");
          // The lock is free again.
          if (failedStep !== "" && operation === "update") {
            await files.updateText("a.txt", () => ({ text: "after\n" }));
            expect(await readFile(path, "utf8")).toBe("after\n");
          }
        }
        expect(steps).toBeLessThan(100);
        expect(steps).toBeGreaterThan(8);
      }
    },
  );

  it("writes in place where a rename is not possible", async () => {
    for (const failure of [
      { step: "rename", cause: { code: "EBUSY" }, code: "io-error" },
      { step: "rename", cause: { code: "EXDEV" }, code: "io-error" },
      { step: "createFile", cause: { code: "EACCES" }, code: "access-denied" },
    ]) {
      const backend = interferedBackend(localBackend(), (step) => {
        if (step === failure.step) throw new ToolError("injected", failure);
      });
      const { root, files } = await fixture({ "a.txt": "a longer old content\n" }, { backend });
      await files.updateText("a.txt", () => ({ text: "new\n" }));
      expect(await readFile(join(root, "a.txt"), "utf8")).toBe("new\n");
      expect(await namesBelow(root)).toEqual(["a.txt"]);
    }
  });

  it("restores the old content when writing in place fails", async () => {
    let inPlace = false;
    const backend = interferedBackend(localBackend(), (step) => {
      if (step === "rename") {
        inPlace = true;
        throw new ToolError("injected", { code: "io-error", cause: { code: "EBUSY" } });
      }
      if (inPlace && step === "write on") {
        inPlace = false;
        throw new ToolError("injected", { code: "no-space" });
      }
    });
    const { root, files } = await fixture({ "a.txt": "old content\n" }, { backend });
    await expect(
      files.updateText("a.txt", () => ({ text: "new and longer content\n" })),
    ).rejects.toMatchObject({
      code: "no-space",
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old content\n");
    expect(await namesBelow(root)).toEqual(["a.txt"]);
  });

  it("names the file in its error, not the temporary one", async () => {
    const { root, files } = await fixture(
      {},
      {
        backend: interferedBackend(localBackend(), (step) => {
          if (step === "rename") throw new ToolError("injected", { code: "no-space" });
        }),
      },
    );
    await expect(files.writeText("a.txt", "x")).rejects.toMatchObject({ code: "no-space" });
    expect(await namesBelow(root)).toEqual([]);
  });

  it("names the changed file when the intent log cannot be written", async () => {
    const backend = interferedBackend(localBackend(), (step, detail) => {
      if (step !== "rename" || detail !== "other directory") return;
      throw new ToolError("another volume", { code: "io-error", cause: { code: "EXDEV" } });
    });
    const full = () =>
      Promise.reject(new ToolError("No space left for '/log/1.json'.", { code: "no-space" }));
    let isFullAtOnce = true;
    const log = backend.intentLog as NonNullable<Backend["intentLog"]>;
    const intentLog: typeof log = {
      find: (paths) => log.find(paths),
      write: async (...note) => (isFullAtOnce ? full() : { ...(await log.write(...note)), update: full }),
    };
    const { root, files } = await fixture({ "d/a.txt": "old" }, { backend: { ...backend, intentLog } });
    const refusal = {
      code: "no-space",
      absolutePath: join(root, "b.txt"),
      message: expect.stringContaining(`'${join(root, "b.txt")}' could not be recorded`),
    };
    await expect(files.move("d/a.txt", "b.txt")).rejects.toMatchObject(refusal);
    // A move to another volume records a second time.
    isFullAtOnce = false;
    await expect(files.move("d/a.txt", "b.txt")).rejects.toMatchObject(refusal);
    expect(await namesBelow(root)).toEqual(["d", join("d", "a.txt")]);
  });

  it("names the changed file when its folder cannot be synced", async () => {
    const backend = interferedBackend(localBackend(), (step) => {
      if (step === "syncDirectory") throw new ToolError("No space left.", { code: "no-space" });
    });
    const { root, files } = await fixture({ "a.txt": "old" }, { backend });
    await expect(files.updateText("a.txt", upper)).rejects.toMatchObject({
      code: "no-space",
      absolutePath: join(root, "a.txt"),
      message: expect.stringContaining(join(root, "a.txt")),
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
    await expect(files.writeText("new/b.txt", "x")).rejects.toMatchObject({
      absolutePath: join(root, "new"),
      message: expect.stringContaining(join(root, "new")),
    });
    expect(await namesBelow(root)).toEqual(["a.txt"]);
  });
});

describe("a process that ends in the middle", () => {
  const before = "old content\n".repeat(1_000);
  const after = "new content\n".repeat(1_000);

  async function stateOf(root: string): Promise<"old" | "new" | "torn"> {
    const content = await readFile(join(root, "a.txt"), "utf8");
    const leftovers = (await readdir(root)).filter((name) => name !== "a.txt");
    expect(leftovers.every(isTemporaryName)).toBe(true);
    return content === before ? "old" : content === after ? "new" : "torn";
  }

  it("leaves the old or the new content complete when the process ends, whichever step was the last", async () => {
    const states: string[] = [];
    for (let last = 1; last < 100; last += 1) {
      let seen = 0;
      let stopped: () => void = () => {};
      const stop = new Promise<"stopped">((resolve) => {
        stopped = () => resolve("stopped");
      });
      const backend = interferedBackend(localBackend(), () => {
        seen += 1;
        if (seen < last) return;
        stopped();
        // No further step happens, as in a dead process.
        return new Promise<void>(() => {});
      });
      const { root, files } = await fixture({ "a.txt": before }, { backend });
      const outcome = await Promise.race([files.updateText("a.txt", () => ({ text: after })), stop]);
      states.push(await stateOf(root));
      if (outcome !== "stopped") break;
    }
    expect(states).not.toContain("torn");
    expect(states.filter((state) => state === "old").length).toBeGreaterThan(8);
    expect(states.filter((state) => state === "new").length).toBeGreaterThan(1);
  });

  it.each([
    ["write on", "old"],
    ["rename", "old"],
    ["syncDirectory", "new"],
  ])("leaves complete content when it is killed before its step '%s'", async (step, expected) => {
    const folder = await temporaryFolder();
    const library = await bundledModule(join(import.meta.dirname, "../workspace-library.ts"));
    await writeTree(folder, {
      "ws/a.txt": before,
      "worker.mjs": `
        import { createWorkspace, interferedBackend, localBackend } from ${JSON.stringify(library)};
        const backend = interferedBackend(localBackend(), (step) => {
          if (step === ${JSON.stringify(step)}) process.kill(process.pid, "SIGKILL");
        });
        const root = ${JSON.stringify(join(folder, "ws"))};
        const files = createWorkspace({ backend, roots: [root] }).files({
          session: { id: "s", cwd: root, memory: new Map() },
          approvedPaths: new Set(), signal: new AbortController().signal, onChange: () => {},
        });
        await files.updateText("a.txt", () => ({ text: "new content\\n".repeat(1000) }));
      `,
    });
    expect(spawnSync(process.execPath, [join(folder, "worker.mjs")]).signal).toBe("SIGKILL");
    expect(await stateOf(join(folder, "ws"))).toBe(expected);
  });
});

describe.runIf(process.getuid?.() === 0)("a user without rights", () => {
  it("respects a read-only file, although a rename could bypass that", async () => {
    const { root } = await fixture({ "d/a.txt": "one" });
    await chmod(root, 0o755);
    for (const path of ["d", "d/a.txt"]) await chown(join(root, path), 65_534, 65_534);
    await chmod(join(root, "d/a.txt"), 0o444);
    const update = `files.updateText("d/a.txt", () => ({ text: "two" }))`;
    expect(await asNobody(root, update)).toMatchObject({
      code: "access-denied",
      message: expect.stringContaining("d/a.txt"),
    });
    expect(await readFile(join(root, "d/a.txt"), "utf8")).toBe("one");
    expect(await readdir(join(root, "d"))).toEqual(["a.txt"]);
    await chmod(join(root, "d/a.txt"), 0o644);
    expect(await asNobody(root, update)).not.toHaveProperty("code");
    expect(await readFile(join(root, "d/a.txt"), "utf8")).toBe("two");
  });

  it("reports a folder that does not accept new files", async () => {
    const { root } = await fixture({ "d/a.txt": "one" });
    await chmod(root, 0o755);
    await chmod(join(root, "d"), 0o555);
    expect(await asNobody(root, `files.writeText("d/new.txt", "x")`)).toMatchObject({
      code: "access-denied",
      message: expect.stringContaining("d/new.txt"),
    });
    expect(await asNobody(root, `files.writeText("d/deep/new.txt", "x")`)).toMatchObject({
      code: "access-denied",
    });
    expect(await readdir(join(root, "d"))).toEqual(["a.txt"]);
  });

  it("changes a file of another user without changing its owner", async () => {
    const { root } = await fixture({ "d/a.txt": "one" });
    await chmod(root, 0o755);
    await chown(join(root, "d"), 65_534, 65_534);
    await chown(join(root, "d/a.txt"), 1_234, 4_321);
    await chmod(join(root, "d/a.txt"), 0o666);
    expect(await asNobody(root, `files.updateText("d/a.txt", () => ({ text: "two" }))`)).not.toHaveProperty(
      "code",
    );
    expect(await stat(join(root, "d/a.txt"))).toMatchObject({ uid: 1_234, gid: 4_321 });
    expect(await readFile(join(root, "d/a.txt"), "utf8")).toBe("two");
    expect(await readdir(join(root, "d"))).toEqual(["a.txt"]);
  });
});
