import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ThreadEntry } from "../../../../src/contract/index.js";
import { createToolRuntime, memoryBackend } from "../../../../src/index.js";
import { iterationsDuring } from "../../../event-loop-iterations.js";

const say = (text: string, role: ThreadEntry["role"] = "user"): ThreadEntry => ({ role, text, at: 1 });

async function runtimeIn(cwd: string | undefined = undefined) {
  const folder = cwd ?? (await realpath(await mkdtemp(join(tmpdir(), "collet-threads-"))));
  if (cwd === undefined) onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return createToolRuntime({ cwd: folder, permissions: "amp", stateDirectory: join(folder, ".state") });
}

const textOf = ({ content }: { readonly content: readonly { type: string }[] }) =>
  content.map((part) => ("text" in part ? String(part.text) : "")).join("");

describe("find_thread and read_thread of the amp toolset", () => {
  it("find and read what the host appended, without asking", async () => {
    await using runtime = await runtimeIn();
    await runtime.threads?.append("T-1", [
      say("Why does the lexer drop the comma?"),
      say("Because of the lookahead.", "assistant"),
    ]);
    const found = await runtime.execute({ id: "1", name: "find_thread", input: { query: "lexer" } });
    expect(found).toMatchObject({
      status: "done",
      result: [{ threadID: "T-1", entries: 2, excerpts: ["user: Why does the lexer drop the comma?"] }],
    });
    const read = await runtime.execute({ id: "2", name: "read_thread", input: { threadID: "T-1" } });
    expect(textOf(read)).toBe(
      "Thread T-1: Why does the lexer drop the comma? (2 entries)\n\n[1] user:\nWhy does the lexer drop the comma?\n\n[2] assistant:\nBecause of the lookahead.",
    );
  });

  it("append and read 50,000 entries with yields to the event loop", async () => {
    await using runtime = await runtimeIn();
    const entries = Array.from({ length: 50_000 }, (_, index) => say(`entry ${index} about the lexer`));
    const append = async () => runtime.threads?.append("T-1", entries);
    expect(await iterationsDuring(append)).toBeGreaterThan(2);
    const read = (id: string, input: object) =>
      runtime.execute({ id, name: "read_thread", input: { threadID: "T-1", ...input } });
    expect(textOf(await read("1", { goal: "lexer 49999" }))).toContain("[50000] user:\nentry 49999");
    expect(textOf(await read("2", {}))).toContain("[1] user:\nentry 0 about the lexer");
  });

  it("say what to do when nothing is found", async () => {
    await using runtime = await runtimeIn();
    expect(textOf(await runtime.execute({ id: "1", name: "find_thread", input: { query: "" } }))).toMatch(
      /^No thread/,
    );
    const none = await runtime.execute({ id: "2", name: "read_thread", input: { threadID: "T-9" } });
    expect(none).toMatchObject({ status: "error", error: { errorCode: "unknown-thread" } });
    await runtime.threads?.append("T-1", [say("alpha")], { title: "Alpha" });
    const named = await runtime.execute({ id: "3", name: "read_thread", input: { threadID: "../T-1" } });
    expect(named).toMatchObject({
      status: "error",
      error: { errorCode: "unknown-thread", message: expect.stringContaining("T-1 (Alpha)") },
    });
    const nowhere = await runtime.execute({ id: "4", name: "find_thread", input: { query: "omega" } });
    expect(textOf(nowhere)).toMatch(/^No thread of this project holds these words/);
  });

  it("see the threads of the project of a session in a folder of it, and of no other project", async () => {
    const backend = memoryBackend({ files: { "/work/app/src/a.ts": "", "/other/b.ts": "" } });
    await using runtime = createToolRuntime({ backend, cwd: "/work/app", permissions: "allow-all" });
    await runtime.threads?.append("here", [say("alpha")]);
    await runtime.threads?.append("elsewhere", [say("alpha")], { project: "/other" });
    await runtime.threads?.append("above", [say("alpha")], { project: "/work" });
    await using session = runtime.session({ cwd: "/work/app/src" });
    const { result } = await runtime.execute(
      { id: "1", name: "find_thread", input: { query: "alpha" } },
      { session },
    );
    expect((result as { threadID: string }[]).map(({ threadID }) => threadID)).toEqual(["here"]);
    const secret = await runtime.execute(
      { id: "2", name: "read_thread", input: { threadID: "elsewhere" } },
      { session },
    );
    expect(secret).toMatchObject({ error: { errorCode: "unknown-thread" } });
    expect(JSON.stringify(secret)).not.toContain("elsewhere (");
  });

  it("read a long thread page by page, each entry once, and keep the whole as a text", async () => {
    await using runtime = await runtimeIn();
    const entries = Array.from({ length: 60 }, (_, number) =>
      say(`entry ${number + 1} ${"x".repeat(1_000)}`),
    );
    await runtime.threads?.append("T", entries);
    const seen: number[] = [];
    let next: number | undefined = 1;
    while (next !== undefined) {
      const page: { readonly result?: unknown } = await runtime.execute({
        id: `read-${next}`,
        name: "read_thread",
        input: { threadID: "T", first_entry: next },
      });
      const { entries: shown, nextEntry } = page.result as {
        entries: { number: number }[];
        nextEntry?: number;
      };
      expect(JSON.stringify(page.result).length).toBeLessThan(60_000);
      seen.push(...shown.map(({ number }) => number));
      next = nextEntry;
    }
    expect(seen).toEqual(entries.map((_, index) => index + 1));
    const first = textOf(await runtime.execute({ id: "1", name: "read_thread", input: { threadID: "T" } }));
    const path = /The whole thread as text: ([^\]\s]+)/.exec(first)?.[1] ?? "";
    const whole = await runtime.execute({ id: "2", name: "Grep", input: { pattern: "entry 57", path } });
    expect(whole).toMatchObject({ status: "done", result: [expect.stringContaining("entry 57")] });
    const behind = await runtime.execute({
      id: "3",
      name: "read_thread",
      input: { threadID: "T", first_entry: 61 },
    });
    expect(behind).toMatchObject({ error: { errorCode: "range-out-of-bounds" } });
  });

  it("choose of a long thread what speaks of the goal, in order", async () => {
    await using runtime = await runtimeIn();
    const entries = Array.from({ length: 60 }, (_, number) =>
      say(number === 40 ? "the Lexer and the comma" : number === 7 ? "only the lexer" : "y ".repeat(500)),
    );
    await runtime.threads?.append("T", entries);
    const chosen = await runtime.execute({
      id: "1",
      name: "read_thread",
      input: { threadID: "T", goal: "why lexer drops comma" },
    });
    expect((chosen.result as { entries: { number: number }[] }).entries.map(({ number }) => number)).toEqual([
      8, 41,
    ]);
    expect(textOf(chosen)).toContain("2 of 60 entries, chosen for the goal");
    const other = await runtime.execute({
      id: "2",
      name: "read_thread",
      input: { threadID: "T", goal: "zebra" },
    });
    expect((other.result as { entries: { number: number }[] }).entries[0]?.number).toBe(1);
  });

  it("shorten a long entry in the middle, unless it is asked for alone", async () => {
    await using runtime = await runtimeIn();
    await runtime.threads?.append("T", [
      say(`begin ${"x".repeat(20_000)} middle ${"x".repeat(1_000)} end`),
      say("two"),
    ]);
    const textWith = async (input: object) =>
      textOf(
        await runtime.execute({
          id: JSON.stringify(input),
          name: "read_thread",
          input: { threadID: "T", ...input },
        }),
      );
    expect((await textWith({})).length).toBeLessThan(6_000);
    expect(await textWith({})).toMatch(/begin[\s\S]*end/);
    expect(await textWith({ first_entry: 1, entries: 1 })).toContain(" middle ");
  });

  it("offers no thread tools when no threads are stored", () => {
    const runtime = createToolRuntime({ threads: false });
    expect(runtime.threads).toBeUndefined();
    const names = runtime.registry.list().map(({ name }) => name);
    expect(names).not.toContain("find_thread");
    expect(names).not.toContain("read_thread");
  });
});
