import { rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { localBackend } from "../../../../src/backends/local/index.js";
import { MAX_FOLDER_FILES } from "../../../../src/backends/local/language-servers/files-at-path.js";
import { LATE_BUDGET_MS, MAX_SERVERS } from "../../../../src/backends/local/language-servers/server-pool.js";
import { manualClock } from "../../../runtime/fixtures.js";
import { type FakeBehaviour, fakeProject } from "./server-project.js";

describe("a correct server", () => {
  it.concurrent("reports by published diagnostics, after its empty first message", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("publishes", { onTestFinished });
    const report = await project.change("a.fake", "fine\nBAD line\nODD line");
    expect(report).toMatchObject({
      complete: true,
      servers: ["fake"],
      diagnostics: [
        {
          path: project.path("a.fake"),
          line: 2,
          column: 1,
          severity: "error",
          code: "F1",
          message: "BAD line",
        },
        { line: 3, severity: "warning" },
      ],
    });
    expect(await project.change("a.fake", "fine")).toMatchObject({ complete: true, diagnostics: [] });
  });

  it.concurrent("a server is asked by request if it supports that, and checks files examined before", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", {
      onTestFinished,
      files: { "b.fake": "uses soap", "c.fake": "uses soap\nBAD" },
    });
    await project.change("a.fake", "makes soap");
    const before = await project.servers.current([project.folder], project.request);
    expect(before.diagnostics).toMatchObject([{ path: project.path("c.fake"), message: "BAD" }]);
    const broken = await project.change("a.fake", "makes rope");
    expect(broken.elsewhere).toMatchObject([
      { path: project.path("b.fake"), message: "nobody makes soap", code: "7" },
      { path: project.path("c.fake"), message: "nobody makes soap" },
    ]);
    expect((await project.change("a.fake", "makes rope and more")).elsewhere).toEqual([]);
    await project.change("a.fake", "makes soap");
    expect((await project.change("a.fake", "makes rope")).elsewhere).toHaveLength(2);
  });

  it.concurrent("a running server is shown files that were read once it runs, and does not start for them", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", { onTestFinished, files: { "b.fake": "uses soap\nBAD" } });
    project.servers.afterRead([project.path("b.fake")]);
    expect(await project.log()).toEqual([]);
    await project.change("a.fake", "makes soap");
    project.servers.afterRead([project.path("b.fake"), project.path("nothing.fake")]);
    await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/didOpen .*b\.fake/));
    // Errors from before the change are not attributed to it.
    const broken = await project.change("a.fake", "makes rope");
    expect(broken.elsewhere).toMatchObject([{ message: "nobody makes soap" }]);
  });

  it("receives one request for a whole group, and one report lists the new errors elsewhere", async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}.fake`, "fine"]));
    const project = await fakeProject("answers", { files: { ...files, "user.fake": "uses soap" } });
    await project.change("a.fake", "makes soap");
    await project.servers.current([project.path("user.fake")], project.request);
    const questions = async () =>
      (await project.log()).filter((line) => /textDocument\/diagnostic .*user/.test(line)).length;
    const before = await questions();
    await writeFile(project.path("a.fake"), "makes rope");
    const reports = await Promise.all([
      project.servers.afterChange([project.path("a.fake")], project.request),
      ...Object.keys(files).map((name) => project.change(name, "BAD")),
    ]);
    expect(reports.every(({ complete }) => complete)).toBe(true);
    expect(reports.slice(1).every(({ diagnostics }) => diagnostics.length === 1)).toBe(true);
    expect(reports.filter(({ elsewhere }) => elsewhere.length > 0)).toHaveLength(1);
    expect((await questions()) - before).toBeLessThanOrEqual(3);
  });

  it.concurrent("a server is asked for the references to declarations before and after the change", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("knows-uses", {
      onTestFinished,
      files: { "b.fake": "uses soap", "c.fake": "uses rope\nuses sand", "d.fake": "uses gold" },
    });
    await project.change("a.fake", "makes soap");
    const renamed = await project.change("a.fake", "makes rope");
    expect(renamed.elsewhere).toMatchObject([{ path: project.path("b.fake"), message: "nobody makes soap" }]);
    // A user of the new name was not examined before the change.
    expect(renamed.unclear).toMatchObject([{ path: project.path("c.fake"), message: "nobody makes sand" }]);
    await rm(project.path("a.fake"));
    const gone = await project.servers.afterChange([project.path("a.fake")], project.request);
    expect(gone.elsewhere).toMatchObject([{ path: project.path("c.fake"), message: "nobody makes rope" }]);
  });

  it.concurrent("uses the import pattern when it cannot report importers", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", {
      onTestFinished,
      files: { "deep/b.fake": "imports a.fake\nuses soap", "c.fake": "imports aafake\nuses soap" },
      definition: { importsOf: (file) => `imports ${basename(file).replace(".", "\\.")}$` },
    });
    const report = await project.change("a.fake", "makes rope");
    expect(report.unclear).toMatchObject([
      { path: project.path("deep/b.fake"), message: "nobody makes soap" },
    ]);
  });

  it.concurrent("a server is notified of deleted files, and of open files that commands changed", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", { onTestFinished, files: { "b.fake": "uses soap" } });
    await project.change("a.fake", "makes soap");
    await project.servers.current([project.path("b.fake")], project.request);
    await writeFile(project.path("b.fake"), "uses rope");
    const seen = await project.change("a.fake", "makes soap!");
    expect(seen.elsewhere).toMatchObject([{ message: "nobody makes rope" }]);
    await rm(project.path("a.fake"));
    const gone = await project.servers.afterChange([project.path("a.fake")], project.request);
    expect(gone).toMatchObject({ complete: true, diagnostics: [] });
    expect(await project.log()).toContainEqual(expect.stringMatching(/didClose .*a\.fake/));
  });
});

describe("a misbehaving server", () => {
  it.concurrent.for<[FakeBehaviour, RegExp]>([
    ["dies-at-once", /exited with code 3; its last output: fake server: no toolchain is installed/],
    ["garbage", /sent something that is not a message/],
    ["not-json", /sent a message that is not JSON/],
    ["huge", /announced a message of 99999999999 bytes/],
    ["flood", /sent more than 20000 messages/],
  ])(
    "%s is ended, and loses only its own answers",
    async ([behaviour, reason], { expect, onTestFinished }) => {
      const project = await fakeProject(behaviour, { onTestFinished });
      const report = await project.change("a.fake", "BAD");
      expect(report).toMatchObject({ diagnostics: [], elsewhere: [] });
      await expect.poll(() => project.alive()).toEqual([]);
      await expect
        .poll(
          async () => (await project.servers.afterChange([project.path("a.fake")], project.request)).problems,
        )
        .toEqual([expect.stringMatching(reason)]);
    },
  );

  it.concurrent("sends valid answers that are used although it mixes them with nonsense", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("wrong", { onTestFinished });
    const report = await project.change("a.fake", "BAD");
    expect(report.diagnostics).toEqual([
      { path: project.path("a.fake"), line: 1, column: 1, severity: "error", message: "BAD without a range" },
    ]);
    expect(await project.alive()).toHaveLength(1);
  });

  it("never answers: the first change waits its budget, and the next ones hardly at all", async () => {
    for (const behaviour of ["silent", "deaf"] as const) {
      const project = await fakeProject(behaviour, { budgetMs: 300 });
      const startedAt = performance.now();
      const report = await project.change("a.fake", "BAD");
      expect(report).toMatchObject({ complete: false, diagnostics: [] });
      expect(performance.now() - startedAt).toBeGreaterThan(290);
      const again = performance.now();
      // Of ten changes that wait as long as they may, none gets its whole budget.
      for (let count = 0; count < 3; count += 1) {
        await project.change("a.fake", `BAD ${count}`, { budgetMs: 60_000 });
      }
      expect(performance.now() - again).toBeLessThan(30 * LATE_BUDGET_MS);
    }
  });

  it.concurrent("misses the time for initialize, and is restarted with growing delays at most four times", async ({
    expect,
    onTestFinished,
  }) => {
    const clock = manualClock();
    const { shell } = localBackend({ languageServers: "off" });
    let starts = 0;
    const startService: typeof shell.startService = (request) => {
      starts += 1;
      return shell.startService(request);
    };
    const means = { clock, shell: { startService }, initializeTimeoutMs: 10 };
    const project = await fakeProject("silent", { onTestFinished, means });
    const expected = [1, 1, 2, 2, 3, 3, 4, 4, 4];
    const waits = [0, 999, 1, 1_999, 1, 3_999, 1, 60_000, 60_000];
    for (const [index, wait] of waits.entries()) {
      await clock.advance(wait);
      const report = await project.change("a.fake", "BAD");
      expect(report.problems).toEqual([expect.stringMatching(/did not answer initialize within 10 ms/)]);
      expect(starts).toBe(expected[index]);
    }
    expect(await project.alive()).toEqual([]);
    // Ten minutes after the first death there is another chance.
    await clock.advance(600_000);
    await project.change("a.fake", "BAD");
    expect(starts).toBe(5);
    await shell.dispose();
  });

  it.concurrent("crashes during its work, and is restarted with its open documents", async ({
    expect,
    onTestFinished,
  }) => {
    const clock = manualClock();
    const project = await fakeProject("dies-on-bad", { onTestFinished, means: { clock } });
    expect(await project.change("a.fake", "fine")).toMatchObject({ complete: true, problems: [] });
    const report = await project.change("a.fake", "BAD");
    expect(report).toMatchObject({ complete: false, diagnostics: [] });
    await expect.poll(() => project.alive()).toEqual([]);
    expect(await project.change("a.fake", "ODD")).toMatchObject({
      servers: [],
      problems: [expect.stringMatching(/exited with code 1.*next attempt is possible in 1 s/)],
    });
    await clock.advance(1_000);
    expect(await project.change("a.fake", "ODD")).toMatchObject({
      complete: true,
      diagnostics: [{ severity: "warning" }],
      problems: [],
    });
  });

  it.each<FakeBehaviour>(["ignores-shutdown", "leaves-child", "deaf", "silent"])(
    "%s is gone after dispose, with all its processes",
    async (behaviour) => {
      const project = await fakeProject(behaviour, { budgetMs: 200 });
      await project.change("a.fake", "BAD");
      await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/initialize/));
      expect((await project.alive()).length).toBe(behaviour === "leaves-child" ? 2 : 1);
      await project.servers.dispose();
      expect(await project.alive()).toEqual([]);
      const startedAfterwards = await project.change("a.fake", "BAD again");
      expect(startedAfterwards).toMatchObject({ servers: [], diagnostics: [] });
    },
  );

  it("a running server ends when the backend is disposed, and ends with it", async () => {
    const project = await fakeProject("answers");
    await project.change("a.fake", "BAD");
    expect(await project.alive()).toHaveLength(1);
    await project.backend.dispose();
    expect(await project.alive()).toEqual([]);
  });
});

describe("the servers of a backend", () => {
  it("servers are at most six: the least recently used one is ended for the next", async () => {
    const folders = Array.from({ length: MAX_SERVERS + 1 }, (_, index) => `p${index}`);
    const files = folders.flatMap((folder) => [
      [`${folder}/fake.json`, ""],
      [`${folder}/a.fake`, "BAD"],
    ]);
    const project = await fakeProject("answers", { files: Object.fromEntries(files) });
    for (const folder of folders) {
      expect(await project.change(`${folder}/a.fake`, "BAD BAD")).toMatchObject({ complete: true });
    }
    await expect.poll(async () => (await project.alive()).length).toBe(MAX_SERVERS);
    expect(await project.change("p0/a.fake", "ODD")).toMatchObject({
      diagnostics: [{ severity: "warning" }],
    });
  });

  it.concurrent("report all known diagnostics without a path, and start no server", async ({
    expect,
    onTestFinished,
  }) => {
    const project = await fakeProject("answers", { onTestFinished, files: { "b.fake": "BAD" } });
    const everything = () => project.servers.current(undefined, project.request);
    expect(await everything()).toEqual({ diagnostics: [], complete: true, servers: [], problems: [] });
    expect(await project.alive()).toEqual([]);
    await project.servers.current([project.path("b.fake")], project.request);
    await project.change("a.fake", "ODD");
    expect(await everything()).toMatchObject({
      diagnostics: [{ path: project.path("a.fake") }, { path: project.path("b.fake") }],
      servers: ["fake"],
    });
  });

  it("missing servers are reported with their remedy, and a large folder is checked in part", async () => {
    const many = Array.from({ length: MAX_FOLDER_FILES + 1 }, (_, index) => [`many/f${index}.fake`, "ODD"]);
    const project = await fakeProject("answers", {
      files: { ...Object.fromEntries(many), "CMakeLists.txt": "", "compile_flags.txt": "", "main.c": "" },
      servers: { builtIn: ["clangd"] },
    });
    const cut = await project.servers.current([project.path("many")], project.request);
    expect(cut).toMatchObject({
      complete: false,
      problems: [expect.stringMatching(/Only the first 200 files/)],
    });
    expect(cut.diagnostics).toHaveLength(MAX_FOLDER_FILES);
    // Nothing is found there, on any machine.
    vi.stubEnv("PATH", project.path("many"));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const missing = await project.servers.current([project.path("main.c")], project.request);
    expect(missing).toMatchObject({
      servers: [],
      problems: [
        expect.stringMatching(/'clangd' was found neither in the project nor on PATH.*package manager/),
      ],
    });
  });
});

describe("a change", () => {
  it.concurrent("returns at once for an aborted signal", async ({ expect, onTestFinished }) => {
    const project = await fakeProject("deaf", { onTestFinished });
    const report = project.change("a.fake", "BAD");
    await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/initialize/));
    project.controller.abort();
    expect(await report).toMatchObject({ complete: false });
  });

  it.concurrent("waits exactly its budget, by the given clock", async ({ expect, onTestFinished }) => {
    const clock = manualClock();
    const project = await fakeProject("silent", { onTestFinished, means: { clock } });
    let isOver = false;
    const report = project.change("a.fake", "BAD", { budgetMs: 2_500 }).finally(() => {
      isOver = true;
    });
    await expect.poll(() => project.log()).toContainEqual(expect.stringMatching(/initialize/));
    await clock.advance(2_499);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await report).toMatchObject({ complete: false, servers: ["fake"] });
  });
});
