import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDevtools, type Devtools, type RunRecord, readRecording } from "../../src/devtools/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../src/index.js";

let cwd: string;
let devtools: Devtools;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-devtools-")));
  await writeFile(join(cwd, "a.ts"), "one\n");
  devtools = createDevtools({ recordTo: join(cwd, "run.jsonl") });
});
afterEach(async () => {
  await devtools.close();
  await rm(cwd, { recursive: true, force: true });
});

const runtimeWith = (options: ToolRuntimeOptions = {}) =>
  createToolRuntime({
    ...{ cwd, plugins: [devtools.plugin], onApproval: devtools.onApproval, languageServers: "off" },
    ...options,
  });

/** Opens the page's side of a served runtime. */
async function pageOf(url: string) {
  const { origin, hash } = new URL(url);
  const authorization = `Bearer ${hash.slice(1)}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = { authorization }) =>
    fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  const controller = new AbortController();
  const response = await fetch(`${origin}/api/records`, {
    headers: { authorization },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const records: RunRecord[] = [];
  let rest = "";
  const until = async (type: RunRecord["type"]): Promise<RunRecord> => {
    for (;;) {
      const found = records.find((record) => record.type === type);
      if (found !== undefined) return found;
      const piece = await reader?.read();
      const lines = (rest + (piece?.value ?? "")).split("\n");
      rest = lines.pop() ?? "";
      records.push(...lines.map((line) => JSON.parse(line) as RunRecord));
    }
  };
  return { origin, post, until, records, close: () => controller.abort() };
}

describe("createDevtools", () => {
  it("asks on the page and runs the call after its approval", async () => {
    await using runtime = runtimeWith();
    const page = await pageOf((await devtools.serve(runtime)).url);
    const input = { path: "a.ts", old_str: "one", new_str: "two" };
    const running = runtime.execute({ id: "e", name: "edit_file", input });
    const asked = await page.until("asked");
    if (asked.type !== "asked") throw new Error("no question");
    expect(asked.question).toMatchObject({ callId: "e", toolName: "edit_file", canRemember: true });
    expect(asked.question.preview).toContain("+two");
    expect((await page.post("/api/answer", { question: "other", approved: true })).status).toBe(409);
    expect((await page.post("/api/answer", { question: asked.question.id, approved: true })).status).toBe(
      200,
    );
    expect((await running).status).toBe("done");
    expect(await page.until("end")).toMatchObject({ status: "done", files: [join(cwd, "a.ts")] });
    const again = await page.post("/api/answer", { question: asked.question.id, approved: true });
    expect(await again.json()).toEqual({ error: "The question no longer waits for an answer." });
    page.close();
  });

  it("rejects a waiting question when it is closed", async () => {
    await using runtime = runtimeWith();
    const page = await pageOf((await devtools.serve(runtime)).url);
    const running = runtime.execute({ id: "b", name: "Bash", input: { cmd: "touch made" } });
    await page.until("asked");
    await devtools.close();
    expect(await running).toMatchObject({
      status: "rejected-by-user",
      error: { message: expect.stringContaining("DevTools was closed before the question was answered.") },
    });
  });

  it("takes the first answer of the page and of the host's own handler", async () => {
    await using both = createDevtools({ onApproval: () => true });
    await using runtime = createToolRuntime({ cwd, plugins: [both.plugin], onApproval: both.onApproval });
    const result = await runtime.execute({ id: "b", name: "Bash", input: { cmd: "touch made" } });
    expect(result.status).toBe("done");
  });

  it("records calls, what they waited for and their results, and reads them again", async () => {
    await using runtime = runtimeWith({ permissions: "allow-all" });
    await runtime.executeBatch([
      { id: "1", name: "edit_file", input: { path: "a.ts", old_str: "one", new_str: "two" } },
      { id: "2", name: "Read", input: { path: "a.ts" } },
      { id: "3", name: "Reed", input: {} },
    ]);
    await devtools.close();
    expect((await stat(join(cwd, "run.jsonl"))).mode & 0o777).toBe(0o600);
    const { log, skippedLines } = await readRecording(join(cwd, "run.jsonl"));
    const records = log.lines().map((line) => JSON.parse(line) as RunRecord);
    expect(skippedLines).toBe(0);
    expect(records[0]).toMatchObject({ type: "recording", version: 1 });
    const [offered, ...others] = records.filter(({ type }) => type === "tools");
    const read = runtime.tools().find(({ name }) => name === "Read");
    const { name, description, inputSchema } = read ?? {};
    expect(offered).toMatchObject({
      tools: expect.arrayContaining([
        { name: "Read", characters: JSON.stringify({ name, description, inputSchema }).length },
      ]),
    });
    expect(others).toEqual([]);
    expect(records.filter(({ type }) => type === "call")).toMatchObject([
      { id: "1", toolName: "edit_file", kind: "edit", conflicts: [] },
      { id: "2", toolName: "Read", conflicts: ["1.1"] },
      { id: "3", toolName: "Reed", kind: "unknown" },
    ]);
    const ends = records.flatMap((record) => (record.type === "end" ? [record] : []));
    expect(Object.fromEntries(ends.map(({ call, status }) => [call, status]))).toEqual({
      "1.1": "done",
      "1.2": "done",
      "1.3": "error",
    });
    expect(ends.find(({ call }) => call === "1.2")?.text).toBe("1: two");
  });

  it("removes what the host's redact removes from inputs, outputs, questions and metadata", async () => {
    await using runtime = runtimeWith({ redact: (text) => text.replaceAll("hunter2", "***") });
    await writeFile(join(cwd, "b.txt"), "hunter2\n");
    await runtime.execute({ id: "1", name: "Read", input: { path: "b.txt" } });
    const blocked = runtime.execute({ id: "2", name: "Bash", input: { cmd: "touch hunter2" } });
    await expect.poll(async () => readFile(join(cwd, "run.jsonl"), "utf8")).toContain('"asked"');
    await devtools.close();
    await blocked;
    const text = await readFile(join(cwd, "run.jsonl"), "utf8");
    expect(text).toContain("***");
    expect(text).not.toContain("hunter2");
  });

  it("refuses an unknown option with the nearest name", () => {
    expect(() => createDevtools({ recordto: "x" } as never)).toThrow('Did you mean "recordTo"?');
  });
});

describe("the page of DevTools", () => {
  it.each<readonly [string, string, RequestInit, number]>([
    ["a request without the token", "/api/state", { method: "POST", body: "{}" }, 401],
    ["a wrong token", "/api/records", { headers: { authorization: "Bearer x" } }, 401],
    ["an unknown path", "/api/x", { method: "POST", body: "{}" }, 404],
    ["a body that is not JSON", "/api/answer", { method: "POST", body: "{" }, 400],
    ["a body without its fields", "/api/call", { method: "POST", body: "{}" }, 400],
    ["another method", "/api/state", {}, 405],
    ["a body of over 4 MiB", "/api/call", { method: "POST", body: "x".repeat(4_194_305) }, 413],
  ])("refuses %s", async (_what, path, init, status) => {
    await using runtime = runtimeWith();
    const { origin, hash } = new URL((await devtools.serve(runtime)).url);
    const headers = { authorization: `Bearer ${hash.slice(1)}`, ...init.headers };
    const response = await fetch(origin + path, status === 401 ? init : { ...init, headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty("error");
  });

  it("refuses a request that another site sends under its own name", async () => {
    const { origin, hash } = new URL((await devtools.serve()).url);
    const { request } = await import("node:http");
    const headers = { host: "attacker.example", authorization: `Bearer ${hash.slice(1)}` };
    const status = await new Promise((resolve) =>
      request(`${origin}/`, { headers }, (response) => resolve(response.resume().statusCode)).end(),
    );
    expect(status).toBe(403);
  });

  it("allows only scripts of its server, and no frame", async () => {
    const { origin } = new URL((await devtools.serve()).url);
    const { headers } = await fetch(`${origin}/`);
    expect(headers.get("content-security-policy")).toMatch(
      /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
    );
  });

  it("runs, explains and plans calls of the playground", async () => {
    await using runtime = runtimeWith();
    const page = await pageOf((await devtools.serve(runtime)).url);
    const call = async (name: string, input: object, mode: string) =>
      (await page.post("/api/call", { name, input: JSON.stringify(input), mode })).json();
    expect(await call("Read", { path: "a.ts" }, "run")).toMatchObject({ status: "done", text: "1: one" });
    expect(await call("Bash", { cmd: "touch made" }, "explain")).toMatchObject({ status: "ask" });
    expect(await call("Read", { path: "a.ts" }, "plan")).toMatchObject({ status: "plan" });
    const tried = { name: "Bash", input: '{"cmd":"touch made"}', mode: "try" };
    const rule = JSON.stringify({ tool: "Bash", command: "touch *", verdict: "allow" });
    expect(await (await page.post("/api/call", { ...tried, rule })).json()).toMatchObject({
      status: "allow",
      before: { status: "ask" },
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(await (await page.post("/api/call", { ...tried, rule: "{}" })).json()).toMatchObject({
      status: "error",
      text: expect.stringContaining("verdict"),
    });
    const state = (await (await page.post("/api/state", {})).json()) as {
      live: boolean;
      tools: { name: string }[];
    };
    expect(state.live).toBe(true);
    expect(state.tools.map(({ name }) => name)).toEqual(runtime.tools().map(({ name }) => name));
    page.close();
  });
});

describe("readRecording", () => {
  it.each([
    ["an empty file", "", "is empty"],
    ["another file", '{"type":"run"}\n', "is not a recording of Collet"],
    ["a text", "hello\n", "is not a recording of Collet"],
    ["a later version", '{"type":"recording","version":2,"at":0}\n', "has version 2"],
  ])("refuses %s", async (_what, text, said) => {
    await writeFile(join(cwd, "x.jsonl"), text);
    await expect(readRecording(join(cwd, "x.jsonl"))).rejects.toThrow(said);
  });

  it("skips half a last line and lines that are not records", async () => {
    const text =
      '{"type":"recording","version":1,"at":0}\n[1]\n{"type":"run-end","run":1,"at":2}\n{"type":"ru';
    await writeFile(join(cwd, "x.jsonl"), text);
    const { log, skippedLines } = await readRecording(join(cwd, "x.jsonl"));
    expect([log.lines().length, skippedLines]).toEqual([2, 2]);
  });
});
