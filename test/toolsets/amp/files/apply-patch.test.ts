import { execFileSync } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { applyPatch } from "../amp-tools.js";

const envelope = (...rows: string[]) => `*** Begin Patch\n${rows.join("\n")}\n*** End Patch\n`;

const contents = async (bench: Workbench) =>
  Object.fromEntries(
    await Promise.all(
      (await bench.names()).map(async (name) => {
        const isFile = (await stat(bench.path(name))).isFile();
        return [name, isFile ? await readFile(bench.path(name), "utf8") : "/"] as const;
      }),
    ),
  );

describe("apply_patch", () => {
  it("adds, changes, moves and deletes files, and answers with what became of each", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "one\ntwo\nthree\n", "src/b.ts": "x\n", "gone.ts": "gone\n" });
    const { result, text } = await bench.call(applyPatch, {
      patch: envelope(
        "*** Add File: docs/new.md",
        "+# Title",
        "*** Update File: src/a.ts",
        "@@",
        " one",
        "-two",
        "+2",
        " three",
        "*** Update File: src/b.ts",
        "*** Move to: lib/b.ts",
        "@@",
        "-x",
        "+y",
        "*** Delete File: gone.ts",
      ),
    });
    const diffs = [
      "diff --git a/docs/new.md b/docs/new.md\nnew file mode 100644\n--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1 @@\n+# Title\n",
      "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
      "diff --git a/src/b.ts b/lib/b.ts\nrename from src/b.ts\nrename to lib/b.ts\n--- a/src/b.ts\n+++ b/lib/b.ts\n@@ -1 +1 @@\n-x\n+y\n",
      "diff --git a/gone.ts b/gone.ts\ndeleted file mode 100644\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
    ];
    const files = [
      `A ${bench.path("docs/new.md")}`,
      `M ${bench.path("src/a.ts")}`,
      `R ${bench.path("src/b.ts")} -> ${bench.path("lib/b.ts")}`,
      `D ${bench.path("gone.ts")}`,
    ];
    expect(result).toEqual({ diff: diffs.join(""), files });
    expect(text).toBe(["Patched 4 files:", ...files, diffs[1], diffs[2]].join("\n"));
    expect(await contents(bench)).toEqual({
      docs: "/",
      "docs/new.md": "# Title\n",
      lib: "/",
      "lib/b.ts": "y\n",
      src: "/",
      "src/a.ts": "one\n2\nthree\n",
    });
    expect(bench.changes.map(({ type }) => type).sort()).toEqual(["create", "delete", "move", "update"]);
  });

  it("takes what git diff prints, and does as git apply does", async () => {
    const before = await createWorkbench();
    const lines = (...rows: string[]) => rows.map((row) => `${row}\n`).join("");
    await before.write({
      "a.txt": lines(...Array.from({ length: 40 }, (_, index) => `line ${index}`)),
      "crlf.txt": "one\r\ntwo\r\nthree\r\n",
      "old name.txt": lines("1", "2", "3", "4", "5", "6"),
      "mere.txt": "same\n",
      "gone.txt": "a\nb",
      "ünï.txt": "x\n",
    });
    const git = (...parameters: string[]) =>
      execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e", ...parameters], {
        cwd: before.folder,
        encoding: "utf8",
      });
    git("init", "-q");
    git("config", "core.autocrlf", "false");
    git("add", ".");
    git("commit", "-qm", "before");
    git("mv", "old name.txt", "new name.txt");
    git("mv", "mere.txt", "moved.txt");
    await before.write({
      "a.txt": lines(
        ...Array.from({ length: 40 }, (_, index) => (index % 15 === 3 ? `LINE ${index}` : `line ${index}`)),
      ),
      "crlf.txt": "one\r\n2\r\nthree\r\n",
      "new name.txt": lines("1", "2", "three", "4", "5", "6"),
      "new/file.txt": "no line end",
      "empty.txt": "",
      "ünï.txt": "y\n",
    });
    git("rm", "-q", "gone.txt");
    git("add", ".");
    const patch = git("diff", "--cached", "-M");
    const after = await contents(before);
    git("reset", "-q", "--hard");
    await before.call(applyPatch, { patch });
    const now = await contents(before);
    for (const name of Object.keys(now).filter((path) => path.startsWith(".git"))) delete now[name];
    for (const name of Object.keys(after).filter((path) => path.startsWith(".git"))) delete after[name];
    expect(now).toEqual(after);
  });

  it.each([
    ["CRLF, from an LF patch", "one\r\ntwo\r\n", "one\r\n2\r\n", "utf8"],
    ["a byte order mark", "\ufeffone\ntwo\n", "\ufeffone\n2\n", "utf8"],
    ["UTF-16", "\ufeffone\ntwo\n", "\ufeffone\n2\n", "utf16le"],
    ["a missing final line end", "one\ntwo", "one\n2", "utf8"],
  ] as const)("keeps %s", async (_, before, after, encoding) => {
    for (const patch of [
      envelope("*** Update File: a.txt", "@@", " one", "-two", "+2"),
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
      "--- a/a.txt\r\n+++ b/a.txt\r\n@@ -1,2 +1,2 @@\r\n one\r\n-two\r\n+2\r\n",
    ]) {
      const bench = await createWorkbench();
      await bench.write({ "a.txt": Buffer.from(before, encoding) });
      await chmod(bench.path("a.txt"), 0o755);
      await bench.call(applyPatch, { patch });
      expect(await readFile(bench.path("a.txt"))).toEqual(Buffer.from(after, encoding));
      expect((await stat(bench.path("a.txt"))).mode & 0o777).toBe(0o755);
    }
  });

  it("finds a hunk whose line numbers are wrong, and uses them to choose between equal places", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": `${"pad\n".repeat(30)}x\ny\n`, "b.txt": "x\n1\nx\n2\nx\n3\n" });
    await bench.call(applyPatch, { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n x\n-y\n+Y\n" });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe(`${"pad\n".repeat(30)}x\nY\n`);
    await bench.call(applyPatch, { patch: "--- a/b.txt\n+++ b/b.txt\n@@ -3 +3 @@\n-x\n+X\n" });
    expect(await readFile(bench.path("b.txt"), "utf8")).toBe("x\n1\nX\n2\nx\n3\n");
  });

  it.each([
    ["input", "apply_patch"],
    ["patchText", "ApplyPatch"],
    ["patch_text", "patch"],
    ["patch", "apply_patch"],
  ])("understands the parameter %s of %s", async (parameter, name) => {
    const bench = await createWorkbench();
    await using runtime = createToolRuntime({ cwd: bench.folder, permissions: "allow-all" });
    const input = { [parameter]: envelope("*** Add File: a.txt", "+a") };
    const result = await runtime.execute({ id: "1", name, input });
    expect(result).toMatchObject({ status: "done", trackFiles: [bench.path("a.txt")] });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("a\n");
  });

  it("names every file it touches to permission and to the scheduler", () => {
    const patch = envelope(
      "*** Add File: new/a",
      "+x",
      "*** Update File: /abs/b",
      "-x",
      "+y",
      "*** Update File: c",
      "*** Move to: ../d",
      "*** Delete File: sub/e",
    );
    expect(applyPatch.facts?.({ patch }, { cwd: "/w" })).toEqual({
      paths: [
        { path: "new/a", access: "write" },
        { path: "/abs/b", access: "write" },
        { path: "c", access: "delete" },
        { path: "../d", access: "write" },
        { path: "sub/e", access: "delete" },
      ],
    });
    const keys = applyPatch.executionProfile?.resourceKeys?.({ patch }, { cwd: "/w" });
    expect(keys?.map(({ key, mode }) => `${mode} ${key}`)).toEqual([
      "write file:new/a",
      "write directory:new",
      "write file:/abs/b",
      "read file:/abs/b",
      "write file:c",
      "write directory:/w",
      "read file:c",
      "write file:../d",
      "write directory:..",
      "write file:sub/e",
      "write directory:sub",
      "read file:sub/e",
    ]);
    expect(applyPatch.facts?.({ patch: "no patch" }, { cwd: "/w" })).toEqual({ paths: [] });
  });

  it("asks about a protected path and a path outside, regardless of the rest of the patch", async () => {
    const bench = await createWorkbench();
    await using runtime = createToolRuntime({
      cwd: bench.folder,
      permissions: [{ tool: "apply_patch", verdict: "allow" }],
    });
    for (const [path, verdict] of [
      ["a.txt", "allow"],
      [".git/hooks/pre-commit", "ask"],
      [`${bench.outside}/x`, "ask"],
      ["../outside/x", "ask"],
    ] as const) {
      const patch = envelope("*** Add File: ok.txt", "+x", `*** Add File: ${path}`, "+x");
      const { calls } = await runtime.plan([{ id: "1", name: "apply_patch", input: { patch } }]);
      expect(calls[0]?.decision?.verdict, path).toBe(verdict);
    }
  });

  it("shows an approver all of it, and changes nothing for that", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\n", "b.txt": "b\n", "c.txt": "c\n" });
    const patch = envelope(
      "*** Update File: a.txt",
      "-one",
      "+1",
      "*** Add File: n.txt",
      "+n",
      "*** Delete File: b.txt",
      "*** Update File: c.txt",
      "*** Move to: d.txt",
    );
    const before = await contents(bench);
    const [part] = (await applyPatch.preview?.({ patch }, bench.context)) ?? [];
    const text = part?.type === "text" ? part.text : "";
    expect(text).toContain("-one\n+1\n");
    expect(text).toContain("+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n");
    expect(text).toContain(`Deletes ${bench.path("b.txt")} (2 bytes).`);
    expect(text).toContain(`Moves ${bench.path("c.txt")} to ${bench.path("d.txt")}.`);
    expect(await contents(bench)).toEqual(before);
    const failing = await applyPatch.preview?.({ patch: patch.replace("-one", "-none") }, bench.context);
    expect(JSON.stringify(failing)).toContain("The call would fail:");
  });

  it("names guidance that is new to the session", async () => {
    const bench = await createWorkbench();
    await bench.write({ "sub/AGENTS.md": "x" });
    const { text } = await bench.call(applyPatch, { patch: envelope("*** Add File: sub/a", "+a") });
    expect(text).toContain(bench.path("sub/AGENTS.md"));
  });
});

describe("apply_patch, errors", () => {
  const files = {
    "a.txt": "one\ntwo\nthree\n",
    "b.txt": "x\nx\n",
    "c.txt": "c\n",
    ".env": "S=CANARY\n",
    "d/x": "x",
  };
  /** A part that would work, so that nothing of it may be left. */
  const fine = [
    "*** Update File: a.txt",
    "-two",
    "+2",
    "*** Add File: new/n.txt",
    "+n",
    "*** Delete File: c.txt",
  ];

  it.each([
    [
      "lines that are not there",
      ["*** Update File: d/x", "-none", "+y"],
      "no-match",
      "Hunk 1 was not applied",
    ],
    ["several places", ["*** Update File: b.txt", "-x", "+y"], "multiple-matches", "2 places"],
    ["a missing file", ["*** Update File: z.txt", "-x", "+y"], "not-found", "z.txt"],
    ["a missing file to delete", ["*** Delete File: z.txt"], "not-found", "z.txt"],
    ["a missing file to move", ["*** Update File: z.txt", "*** Move to: y.txt"], "not-found", "z.txt"],
    ["a new file that is there", ["*** Add File: b.txt", "+x"], "already-exists", "b.txt"],
    ["a move onto a file", ["*** Update File: b.txt", "*** Move to: d/x"], "already-exists", "d/x"],
    ["a folder", ["*** Update File: d", "-x", "+y"], "not-a-file", "d"],
    ["a folder to delete", ["*** Delete File: d"], "not-a-file", "d"],
    ["the outside", ["*** Add File: ../outside/x", "+x"], "external-directory", "outside"],
    ["an absolute path outside", ["*** Add File: /etc/collet-test", "+x"], "external-directory", "/etc"],
    ["a symlink to the outside", ["*** Update File: link/f", "-f", "+x"], "external-directory", "outside"],
    ["a protected place", ["*** Add File: .git/hooks/pre-commit", "+x"], "protected-path", "protected"],
    ["a secret", ["*** Update File: .env", "-S=CANARY", "+S=2"], "reading-secret-file", "Refusing"],
    ["a hunk that changes nothing", ["*** Update File: d/x", "-x", "+x"], "no-change", "change nothing"],
    [
      "one file by two names",
      ["*** Update File: ./d/../a.txt", "-one", "+1"],
      "invalid-input",
      "two operations",
    ],
    ["a broken section", ["*** Update File: d/x", "?"], "invalid-patch", "line "],
  ])("changes nothing at all for %s", async (_, rows, code, message) => {
    const bench = await createWorkbench();
    await bench.write({ ...files, link: { link: "../outside" } });
    await writeFile(`${bench.outside}/f`, "f\n");
    const before = await bench.names();
    for (const order of [
      [...fine, ...rows],
      [...rows, ...fine],
    ]) {
      const error = await bench.callFailure(applyPatch, { patch: envelope(...order) });
      expect(error.code).toBe(code);
      expect(error.message).toContain(message);
      expect(await bench.names()).toEqual(before);
      expect(await readFile(bench.path("a.txt"), "utf8")).toBe(files["a.txt"]);
      expect(await readFile(`${bench.outside}/f`, "utf8")).toBe("f\n");
      expect(bench.changes).toEqual([]);
    }
  });

  it("says which hunk of which file did not fit, where the patch says so, and what stands there instead", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "alpha\nbeta\ngamma\ndelta\n" });
    const rows = [
      "*** Add File: n.txt",
      "+n",
      "*** Update File: a.txt",
      "@@",
      "-alpha",
      "+A",
      "@@",
      " beta",
      "-gama",
      "+G",
      " delta",
    ];
    const error = await bench.callFailure(applyPatch, { patch: envelope(...rows) });
    expect(error.message).toContain(`${bench.path("a.txt")} (line 4 of the patch): Hunk 2 was not applied`);
    expect(error.message).toContain("gamma");
    expect(error.message).toContain("None of the files of the patch was changed.");
  });

  it("does not delete a file that holds more than the diff shows", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\nsomebody's work\n" });
    const patch = "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n";
    const error = await bench.callFailure(applyPatch, { patch });
    expect(error.code).toBe("no-match");
    expect(error.message).toContain("it has more lines than the patch shows");
    expect(await readFile(bench.path("a.txt"), "utf8")).toContain("somebody's work");
  });

  it("does not add lines at a place that only a number names", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n", "empty.txt": "" });
    const insertion = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1,0 +2 @@\n+new\n`;
    const error = await bench.callFailure(applyPatch, { patch: insertion("a.txt") });
    expect(error.code).toBe("no-match");
    expect(error.message).toContain("Hunk 1 only adds lines");
    await bench.call(applyPatch, { patch: insertion("empty.txt") });
    expect(await readFile(bench.path("empty.txt"), "utf8")).toBe("new\n");
  });

  it.each(["", "   ", "change it", "*** Begin Patch\n*** End Patch", "--- a\n+++ b\n", "\ud800"])(
    "answers the bad patch %j in words",
    async (patch) => {
      const bench = await createWorkbench();
      const error = await bench.callFailure(applyPatch, { patch });
      expect(["invalid-patch", "invalid-input"]).toContain(error.code);
      expect(error.message.length).toBeGreaterThan(20);
    },
  );

  it("answers a context that occurs a thousand times, and a huge patch, in time", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "same\n".repeat(1000), "b.txt": "line\n".repeat(60_000) });
    const elapsedMs = startStopwatch();
    const ambiguous = await bench.callFailure(applyPatch, {
      patch: envelope("*** Update File: a.txt", "@@", "-same", "+other"),
    });
    expect(ambiguous.code).toBe("multiple-matches");
    expect(ambiguous.message.length).toBeLessThan(10_000);
    const context = `*** Update File: b.txt\n@@\n${" line\n".repeat(50_000)}-x\n+y`;
    expect((await bench.callFailure(applyPatch, { patch: envelope(context) })).message.length).toBeLessThan(
      10_000,
    );
    const hunks = "@@\n-line\n+other\n".repeat(1_900).trimEnd();
    const tooMany = await bench.callFailure(applyPatch, {
      patch: envelope(`*** Update File: b.txt\n${hunks}`),
    });
    expect(tooMany.message).toContain(
      "1900 hunks are too many for a file of 300000 characters. Send at most 106 at once.",
    );
    expect(elapsedMs()).toBeLessThan(15_000);
  });
});
