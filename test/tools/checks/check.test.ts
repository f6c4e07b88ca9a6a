import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ContextQuestion } from "../../../src/contract/index.js";
import {
  type CheckInput,
  type CheckReport,
  checkOperation,
  checkReportText,
} from "../../../src/tools/index.js";
import { createWorkbench, type Workbench } from "../workbench.js";

/** A project whose checks are shell scripts run by make: npm is slow. */
const makefile = (targets: Readonly<Record<string, string>>) =>
  Object.entries(targets)
    .map(([name, recipe]) => `${name}:\n\t@${recipe}\n`)
    .join("");

async function project(
  files: Readonly<Record<string, string>>,
  ask: (question: ContextQuestion) => Promise<boolean> = async () => true,
): Promise<Workbench> {
  const bench = await createWorkbench({ services: { ask } });
  await bench.write(files);
  return bench;
}

async function run(bench: Workbench, input: CheckInput = {}): Promise<CheckReport> {
  return bench.run(checkOperation, input);
}

const outcomes = ({ checks }: CheckReport) => checks.map(({ name, outcome }) => `${name}: ${outcome}`);

/** Processes whose command line holds a word. */
async function processesWith(word: string): Promise<number> {
  const { readdir } = await import("node:fs/promises");
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(word)).length;
}

describe("Check", () => {
  it("runs all checks, and reports which passed and which failed with their problems", async () => {
    const bench = await project({
      Makefile: makefile({
        lint: "echo 'a.c:3:5: error: too short [-Wshort]'; exit 1",
        test: "echo fine",
      }),
    });
    const report = await run(bench);
    expect(outcomes(report)).toEqual(["make lint: failed", "make test: passed"]);
    expect(report.passed).toBe(false);
    expect(report.checks[0]).toMatchObject({
      command: "make lint",
      exitCode: 2,
      problemCount: 1,
      problems: [
        { file: "a.c", line: 3, column: 5, message: "too short", rule: "-Wshort", severity: "error" },
      ],
    });
    expect(bench.notes).toMatchObject({
      checks: [{ name: "make lint", outcome: "failed" }, { outcome: "passed" }],
    });
    const text = checkReportText(report);
    expect(text.indexOf("FAILED make lint")).toBeLessThan(text.indexOf("PASSED make test"));
    expect(text).toContain("a.c:3:5: error: too short (-Wshort)");
  });

  it.each([
    [["lint"], ["make lint"]],
    [["make test"], ["make test"]],
    [
      ["Make Test", "lint"],
      ["make lint", "make test"],
    ],
    [[], ["make lint", "make test"]],
  ])("runs %j of the available checks", async (checks, ran) => {
    const bench = await project({ Makefile: makefile({ lint: "true", test: "true" }) });
    const report = await run(bench, { checks });
    expect(report.checks.map(({ name }) => name)).toEqual(ran);
    expect(report.passed).toBe(true);
    expect(report.notRun.map(({ name }) => name)).toEqual(
      ["make lint", "make test"].filter((name) => !ran.includes(name)),
    );
  });

  it("lists what was searched for where there are no checks, and the checks where a name is unknown", async () => {
    const empty = await project({ "src/": "" });
    const none = await empty.failure(checkOperation, { cwd: empty.path("src") });
    expect(none.code).toBe("check-missing");
    for (const word of [
      empty.path("src"),
      empty.folder,
      "package.json",
      "Cargo.toml",
      "pytest",
      "Makefile",
    ]) {
      expect(none.message).toContain(word);
    }
    const bench = await project({ Makefile: makefile({ test: "touch ran" }) });
    const unknown = await bench.failure(checkOperation, { checks: ["test", "lnt"] });
    expect(unknown).toMatchObject({ code: "check-missing" });
    expect(unknown.message).toContain("no check 'lnt'");
    expect(unknown.message).toContain("make test");
    expect(await bench.names()).toEqual(["Makefile"]);
  });

  it.each([
    ["nothing else", {}, undefined],
    ["a Makefile", { Makefile: makefile({ test: "true" }) }, ["lint"]],
  ])(
    "reports a broken package.json that may contain the missing check, next to %s",
    async (_, files, checks) => {
      const bench = await project({ "package.json": '{ "scripts": { "lint": "eslint" ', ...files });
      const { code, message } = await bench.failure(checkOperation, checks === undefined ? {} : { checks });
      expect(code).toBe("check-missing");
      expect(message).toContain(`'${bench.path("package.json")}' is not a JSON object`);
      expect(message).toContain("repair it first");
    },
  );

  it("lists the checks without running or asking, with the commands of the CI", async () => {
    const bench = await project(
      {
        Makefile: makefile({ test: "touch ran" }),
        ".github/workflows/ci.yml": "steps:\n  - run: make all\n",
      },
      () => Promise.reject(new Error("asked")),
    );
    const report = await run(bench, { list: true });
    expect(report).toMatchObject({
      mode: "list",
      passed: false,
      checks: [],
      notRun: [{ name: "make test" }],
    });
    expect(checkReportText(report)).toMatch(/- make test \[test\]: make test[\s\S]*- make all \(\.github/);
    expect(await bench.names()).not.toContain("ran");
  });

  it("lists a project without checks as a result that names what was searched for", async () => {
    const bench = await project({
      "src/": "",
      ".github/workflows/ci.yml": "steps:\n  - run: make all\n",
    });
    for (const checks of [undefined, ["lint"]]) {
      const report = await run(bench, { list: true, cwd: bench.path("src"), ...(checks && { checks }) });
      expect(report).toMatchObject({ mode: "list", passed: false, checks: [], notRun: [] });
      const text = checkReportText(report);
      expect(text).toContain(`No check was found from ${bench.path("src")} up to ${bench.folder}.`);
      expect(text).toContain("Cargo.toml");
      expect(text).not.toContain("run it yourself");
    }
  });

  it("asks for each command before anything runs, and skips commands that are not allowed", async () => {
    const questions: ContextQuestion[] = [];
    const bench = await project(
      { Makefile: makefile({ lint: "touch linted", test: "touch tested" }) },
      async (question) => {
        expect(await bench.names()).toEqual(["Makefile"]);
        questions.push(question);
        return question.command !== "make lint";
      },
    );
    const report = await run(bench);
    expect(questions.map(({ kind, command }) => `${kind}: ${command}`)).toEqual([
      "execute: make lint",
      "execute: make test",
    ]);
    expect(outcomes(report)).toEqual(["make lint: skipped", "make test: passed"]);
    expect(report.checks[0]?.reason).toContain("not allowed");
    // The outcome of a check that did not run is unknown.
    expect(report.passed).toBe(false);
    expect(await bench.names()).toEqual(["Makefile", "tested"]);
    expect(checkReportText(report)).toContain("SKIPPED make lint: its command was not allowed");
  });

  it("does not pass when every check was skipped", async () => {
    const bench = await project({ Makefile: makefile({ test: "true" }) }, async () => false);
    expect((await run(bench)).passed).toBe(false);
  });

  it("runs read-only checks in parallel, and builds and tests alone", async () => {
    // Each waits for the other to begin: alone it would fail.
    const meet = (own: string, other: string) =>
      `touch ${own}; for i in $$(seq 1 100); do test -e ${other} && exit 0; sleep 0.1; done; exit 1`;
    const bench = await project({
      Makefile: makefile({
        lint: meet("lint-began", "typecheck-began"),
        typecheck: meet("typecheck-began", "lint-began"),
        test: "test ! -e check-runs && touch test-runs && sleep 0.2 && rm test-runs",
        check: "test ! -e test-runs && touch check-runs && sleep 0.2 && rm check-runs",
      }),
    });
    const report = await run(bench, { checks: ["lint", "typecheck", "test", "check"] });
    expect(outcomes(report)).toEqual([
      "make typecheck: passed",
      "make lint: passed",
      "make check: passed",
      "make test: passed",
    ]);
  });

  it("reports progress: the check, its number and the total, and its output", async () => {
    const bench = await project({ Makefile: makefile({ lint: "echo looking", test: "true" }) });
    await run(bench);
    expect(bench.progress).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: "make lint: make lint", completed: 0, total: 2 }),
        expect.objectContaining({ message: "make lint", output: expect.stringContaining("looking") }),
        expect.objectContaining({ message: "make test: passed", completed: 2, total: 2 }),
      ]),
    );
  });

  it("ends a hanging check, with its forked children", async () => {
    const seconds = 7_331;
    const bench = await project({
      Makefile: makefile({ lint: `echo begun; sleep ${seconds} & sleep ${seconds}`, test: "true" }),
    });
    const report = await run(bench, { timeoutMs: 1_000 });
    expect(outcomes(report)).toEqual(["make lint: timed-out", "make test: passed"]);
    expect(report.checks[0]?.reason).toContain("1 second");
    expect(report.checks[0]?.outputTail).toContain("begun");
    await expect.poll(() => processesWith(`sleep\0${seconds}`)).toBe(0);
  });

  it("ends all checks when the call is cancelled, and reports what was not run", async () => {
    const seconds = 7_332;
    const bench = await project({ Makefile: makefile({ lint: `sleep ${seconds}`, test: "touch tested" }) });
    const running = run(bench);
    await expect.poll(() => processesWith(`sleep\0${seconds}`)).toBeGreaterThan(0);
    bench.controller.abort();
    const report = await running;
    expect(outcomes(report)).toEqual(["make lint: skipped", "make test: skipped"]);
    expect(report.checks.map(({ reason }) => reason)).toEqual([
      "the call was cancelled while it ran",
      "the call was cancelled before it ran",
    ]);
    await expect.poll(() => processesWith(`sleep\0${seconds}`)).toBe(0);
    expect(await bench.names()).not.toContain("tested");
  });

  it("ends a check that never stops printing, within bounded memory", async () => {
    const bench = await project({ Makefile: makefile({ test: "yes 'a.c:1:1: error: again and again'" }) });
    const before = process.memoryUsage().rss;
    const report = await run(bench);
    expect(outcomes(report)).toEqual(["make test: failed"]);
    const [check] = report.checks;
    expect(check?.reason).toContain("printed more than 268435456 bytes");
    expect(check?.outputTail.length).toBeLessThanOrEqual(4_000);
    expect(check?.problems).toEqual([
      { file: "a.c", line: 1, column: 1, message: "again and again", severity: "error" },
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    expect(await processesWith("again and again")).toBe(0);
  }, 60_000);

  it("names twenty problems, counts the rest, and stores the whole output", async () => {
    const bench = await project({
      Makefile: makefile({
        lint: 'for i in $$(seq 1 300); do echo "a.c:$$i:1: error: number $$i"; done; exit 1',
      }),
    });
    const report = await run(bench);
    const [check] = report.checks;
    expect(check?.problemCount).toBe(300);
    expect(check?.problems.length).toBe(200);
    const text = checkReportText(report);
    expect(text.match(/^a\.c:\d+:1: error/gm)?.length).toBeLessThan(60);
    expect(text).toContain("and 280 more problems");
    expect(text).toContain(`whole output: ${check?.savedTo}`);
    expect(await readFile(check?.savedTo ?? "", "utf8")).toContain("a.c:150:1: error: number 150");
  });

  it("returns problems in the requested files, and counts the others", async () => {
    const bench = await project({
      Makefile: makefile({
        lint: "echo 'src/a.c:1:1: error: a'; echo 'src/b.c:1:1: error: b'; echo 'lib/c.c:1:1: error: c'; exit 1",
      }),
    });
    const [one] = (await run(bench, { paths: ["src/a.c"] })).checks;
    expect(one).toMatchObject({ problemCount: 1, problemsElsewhere: 2, problems: [{ file: "src/a.c" }] });
    const [folder] = (await run(bench, { paths: [bench.path("src")] })).checks;
    expect(folder).toMatchObject({ problemCount: 2, problemsElsewhere: 1 });
    const [all] = (await run(bench, { paths: ["."] })).checks;
    expect(all).toMatchObject({ problemCount: 3, problemsElsewhere: 0 });
  });

  it("skips a tool that is not installed, but fails a broken script", async () => {
    const bench = await project({
      "ruff.toml": "",
      "package.json": JSON.stringify({ scripts: { test: "no-such-program-here" } }),
    });
    const report = await run(bench);
    const byName = Object.fromEntries(report.checks.map((check) => [check.name, check]));
    expect(byName.test).toMatchObject({ outcome: "failed" });
    if (byName.ruff?.outcome === "skipped") expect(byName.ruff.reason).toContain("not installed");
    else expect(byName.ruff?.exitCode).not.toBe(127);
  });

  it("shows the commands to an approver, and changes nothing for the preview", async () => {
    const bench = await project({ Makefile: makefile({ lint: "touch ran", test: "touch ran" }) });
    const preview = await checkOperation.preview?.({ checks: ["lint"] }, bench.context);
    expect(preview).toEqual([{ type: "text", text: `Runs: in ${bench.folder}\nmake lint: make lint` }]);
    expect(await bench.names()).toEqual(["Makefile"]);
  });

  it("does not leave the workspace when it searches for checks", async () => {
    const bench = await project({ "src/": "" });
    const refused = await bench.failure(checkOperation, { cwd: bench.outside });
    expect(refused.code).toBe("external-directory");
  });
});
