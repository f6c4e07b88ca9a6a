import { Bash, InMemoryFs } from "just-bash";
import { describe, expect, it } from "vitest";
import { aiSdkExec } from "../../../src/backends/sandbox-sessions/ai-sdk/ai-sdk-exec.js";
import { fromSandboxSession } from "../../../src/backends/sandbox-sessions/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { ENDLESS } from "../../endless-values.js";
import { RETURNED, THROWN } from "../../runtime/hostile-values.js";
import { watchProcess } from "../../runtime/well-formed.js";
import { aiSdkSession } from "./session-factories.js";

/** A message of the engine instead of one of this library. */
const RAW = /is not iterable|is not a function|Cannot (?:read|destructure|convert)|call stack/;

const MISBEHAVIOURS: readonly (readonly [string, () => unknown])[] = [
  ...Object.entries(RETURNED).map(([title, make]) => [`returns ${title}`, make] as const),
  ...ENDLESS.map(([title, make]) => [`returns ${title}`, make] as const),
  ...Object.entries(THROWN).map(
    ([title, make]) =>
      [
        `throws ${title}`,
        () => {
          throw make();
        },
      ] as const,
  ),
  ["returns an output of endless lists", () => ({ stdout: ENDLESS[4]?.[1](), stderr: "", exitCode: 0 })],
];

const CALLS: Readonly<Record<string, readonly [tool: string, input: Readonly<Record<string, string>>]>> = {
  exec: ["Bash", { cmd: "echo hi" }],
  readFileBuffer: ["Read", { path: "/w/a.txt" }],
  lstat: ["Read", { path: "/w/a.txt" }],
  realpath: ["Read", { path: "/w/a.txt" }],
  readdir: ["glob", { filePattern: "**/*.txt" }],
  writeFile: ["create_file", { path: "/w/b.txt", content: "b" }],
};

/** Returns a just-bash of which functions can be replaced later. */
async function replaceableBash() {
  const fs = new InMemoryFs();
  await fs.mkdir("/w", { recursive: true });
  await fs.writeFile("/w/a.txt", "one\n");
  const bash = new Bash({ fs, cwd: "/w" });
  const replaced: Record<string, () => unknown> = {};
  const replaceable = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (_target, name) => {
        const member: unknown = replaced[name as string] ?? Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  const files = replaceable(fs);
  const commands = replaceable(bash);
  const session = {
    fs: files,
    exec: (...given: Parameters<Bash["exec"]>) => commands.exec(...given),
    getEnv: () => bash.getEnv(),
  };
  return { session, replaced };
}

describe("a runtime on a just-bash", () => {
  it.each(MISBEHAVIOURS)("ends each call with one result if a function %s", async (_title, misbehave) => {
    for (const [name, [tool, input]] of Object.entries(CALLS)) {
      const { session, replaced } = await replaceableBash();
      const backend = await fromSandboxSession(session);
      const runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
      replaced[name] = misbehave;
      const result = await runtime.execute({ id: name, name: tool, input });
      expect(result.callId, name).toBe(name);
      expect(["done", "error"], name).toContain(result.status);
      expect(JSON.stringify(result.content), name).not.toMatch(RAW);
    }
  });

  it("names the function whose answer cannot be used", async () => {
    const { session, replaced } = await replaceableBash();
    const backend = await fromSandboxSession(session);
    const runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    replaced.exec = () => Promise.resolve({ stdout: "", stderr: "", exitCode: "0" });
    const ran = await runtime.execute({ id: "1", name: "Bash", input: { cmd: "true" } });
    expect(JSON.stringify(ran.content)).toContain(
      "The host's sandbox 'just-bash', exec returned a value that cannot be used: exitCode: it must be a number.",
    );
    replaced.readFileBuffer = () => Promise.resolve("text");
    const read = await runtime.execute({ id: "2", name: "Read", input: { path: "/w/a.txt" } });
    expect(JSON.stringify(read.content)).toContain("fs.readFileBuffer returned a value that cannot be used");
  });

  it("lists no name that leads out of a folder or back into it", async () => {
    const { session, replaced } = await replaceableBash();
    const backend = await fromSandboxSession(session);
    replaced.readdir = () => Promise.resolve(["..", ".", "", "../w", "a\0b", "a.txt"]);
    const entries = await (await backend.files.openDirectory("/w")).list();
    expect(entries).toEqual([{ name: "a.txt", type: "file" }]);
  });
});

describe("a backend on a sandbox of deepagents", () => {
  it.each(MISBEHAVIOURS)("reports a lost connection if 'execute' %s", async (_title, misbehave) => {
    const sandbox = { id: "x", execute: misbehave as never };
    const failure = await fromSandboxSession(sandbox, { timeoutMs: 10_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: expect.stringMatching(/connection-lost|io-error/) });
    expect((failure as Error).message).not.toMatch(RAW);
  });
});

describe("a runtime on an AI SDK sandbox", () => {
  /** Calls by the function of the session that they use. */
  const USES = { run: CALLS.readFileBuffer, spawn: CALLS.exec } as const;

  async function replaceableSession() {
    const session = await aiSdkSession({ "a.txt": "one\n" });
    const replaced: Record<string, unknown> = {};
    const replaceable = new Proxy(session, {
      get: (target, name) => {
        const member: unknown = replaced[name as string] ?? Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const backend = await fromSandboxSession(replaceable, { timeoutMs: 10_000 });
    const runtime = createToolRuntime({ cwd: "/work/place", backend, permissions: "allow-all" });
    return { runtime, replaced };
  }

  it.each(MISBEHAVIOURS)("ends each call with one result if a function %s", async (_title, misbehave) => {
    const { runtime, replaced } = await replaceableSession();
    for (const [name, [tool, input] = ["", {}]] of Object.entries(USES)) {
      replaced[name] = misbehave;
      const path = "/work/place/a.txt";
      const result = await runtime.execute({
        id: name,
        name: tool,
        input: "path" in input ? { path } : input,
      });
      replaced[name] = undefined;
      expect(result.callId, name).toBe(name);
      expect(["done", "error"], name).toContain(result.status);
      expect(JSON.stringify(result.content), name).not.toMatch(RAW);
    }
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("not now");
      },
    ],
    ["rejects", () => Promise.reject(new Error("not now"))],
    ["returns nothing", () => undefined],
  ])("ends a command whose output has no end after an abort although kill %s", async (_title, kill) => {
    const watched = watchProcess();
    const chunk = new TextEncoder().encode("more\n");
    const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const abort = new AbortController();
    const stopped = new Promise<{ exitCode: number }>((resolve) => {
      abort.signal.addEventListener("abort", () => resolve({ exitCode: 143 }));
    });
    const session = {
      spawn: async () => ({ stdout: endless(), stderr: endless(), wait: () => stopped, kill }),
    };
    let received = 0;
    const running = aiSdkExec(session as never, "x")("yes", {
      stdin: new Uint8Array(),
      signal: abort.signal,
      onStdout: (bytes) => {
        received += bytes.length;
      },
      onStderr: () => {},
      isCommand: true,
    });
    setTimeout(() => abort.abort(), 50);
    expect(await running).toEqual({ exitCode: 143 });
    expect(received).toBeGreaterThan(0);
    await watched.none();
  });
});
