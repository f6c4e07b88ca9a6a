import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storeResults, takeResults } from "../../examples/resumable-approvals/blocked-file.js";
import { parseAnswers } from "../../examples/resumable-approvals/parse-answers.js";
import { resumeStored } from "../../examples/resumable-approvals/resume-stored.js";
import { createToolRuntime, type ToolResult } from "../../src/index.js";
import { runExample } from "./run-example.js";

let folder: string;
let project: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "collet-resumable-"));
  project = join(folder, "project");
  file = join(folder, "blocked.json");
  await mkdir(project);
  await writeFile(join(project, "notes.md"), "notes\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ask = () => runExample("resumable-approvals/ask.js", { args: [project, file] });
const answer = (...answers: readonly string[]) =>
  runExample("resumable-approvals/answer.js", { args: [project, file, ...answers] });

/** Returns the blocked results of a call that creates a file, made in this process. */
async function blockedResults(): Promise<readonly ToolResult[]> {
  await using runtime = createToolRuntime({ cwd: project });
  return await runtime.executeBatch([
    { id: "create", name: "create_file", input: { path: "plan.md", content: "# Plan\n" } },
    { id: "look", name: "glob", input: { filePattern: "*.md" } },
  ]);
}

describe("examples/resumable-approvals", () => {
  it("asks in one process and resumes only the approved calls in another", async () => {
    const asked = await ask();
    expect(asked).toMatchObject({ exitCode: 0, stderr: "" });
    expect(asked.stdout).toMatch(/^look: glob done\ncreate: create_file blocked-on-user\n/);
    expect(asked.stdout).toContain("  +- Rest\nremove: Bash blocked-on-user\n  rm notes.md\n");
    expect(await readdir(project)).toEqual(["notes.md"]);

    const answered = await answer("create=yes", "remove=no: still needed");
    expect(answered).toMatchObject({ exitCode: 0, stderr: "" });
    expect(answered.stdout).toMatch(
      /^look: glob done\ncreate: create_file done\nremove: Bash rejected-by-user\n {2}.*still needed/,
    );
    expect(await readdir(project)).toEqual(["notes.md", "plan.md"]);
    expect(await readFile(join(project, "plan.md"), "utf8")).toBe("# Plan\n\n- Rest\n");
    expect(await readdir(folder)).toEqual(["project"]);
  });
});

describe("resumeStored", () => {
  /** Resumes in a separate runtime, as another process would. */
  const resume = async (...answers: readonly string[]) => {
    await using runtime = createToolRuntime({ cwd: project });
    const results = await resumeStored(runtime, file, answers);
    return results.map(({ status }) => status);
  };

  it("keeps unanswered calls, even after a typo in an answer", async () => {
    await storeResults(file, await blockedResults());
    await expect(resume("creat=yes")).rejects.toThrow('"creat=yes" is not an answer to a question.');
    expect(await resume()).toEqual(["blocked-on-user", "done"]);
    expect(await readdir(project)).toEqual(["notes.md"]);
    expect(await resume("create=yes")).toEqual(["done", "done"]);
    expect(await readdir(folder)).toEqual(["project"]);
  });

  it("does not run a call that differs from the approved one", async () => {
    await storeResults(file, await blockedResults());
    const stored = await readFile(file, "utf8");
    await writeFile(file, stored.replaceAll("# Plan", "# Another plan"));
    const [create] = await resume("create=yes");
    expect(create).toBe("rejected-by-user");
    expect(await readdir(project)).toEqual(["notes.md"]);
  });
});

describe("the file of blocked results", () => {
  it("can be read only by its owner, and is unchanged when it is read", async () => {
    const results = await blockedResults();
    await storeResults(file, results);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await takeResults(file)).toEqual(JSON.parse(JSON.stringify(results)));
  });

  it("goes to one process when two take it at the same time", async () => {
    await storeResults(file, await blockedResults());
    const taken = await Promise.allSettled([takeResults(file), takeResults(file), takeResults(file)]);
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["project"]);
    await expect(takeResults(file)).rejects.toThrow("blocked.json does not exist.");
  });
});

describe("parseAnswers", () => {
  let results: readonly ToolResult[] = [];
  beforeEach(async () => {
    if (results.length === 0) results = await blockedResults();
  });

  it.each([
    [["create=yes"], { create: { approved: true } }],
    [["create=no"], { create: { approved: false } }],
    [["create=no: a = b"], { create: { approved: false, reason: "a = b" } }],
    [[], {}],
  ])("reads %j", (args, answers) => {
    expect(parseAnswers(args, results)).toEqual(answers);
  });

  it.each([
    [["create"], '"create" is not an answer to a question.'],
    [["create=Yes"], '"create=Yes" is not an answer to a question.'],
    [["create=yes please"], '"create=yes please" is not an answer to a question.'],
    [["look=yes"], "for: create."],
    [["create=yes", "create=no"], "There are two answers for create."],
  ])("refuses %j", (args, message) => {
    expect(() => parseAnswers(args, results)).toThrow(message);
  });
});
