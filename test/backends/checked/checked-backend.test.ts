import { describe, expect, it } from "vitest";
import { checkedBackend } from "../../../src/backends/checked/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { type Backend, keepsGuarantees, type ToolResult } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { deferred, manualClock } from "../../runtime/fixtures.js";
import { RETURNED, THROWN } from "../../runtime/hostile-values.js";
import { expectWellFormed, watchProcess } from "../../runtime/well-formed.js";

const CALLS = [
  { id: "1", name: "Read", input: { path: "/a.txt" } },
  { id: "2", name: "edit_file", input: { path: "/a.txt", old_str: "one", new_str: "two" } },
  { id: "3", name: "Grep", input: { pattern: "o", path: "/" } },
  { id: "4", name: "glob", input: { filePattern: "**/*" } },
  { id: "5", name: "Bash", input: { cmd: "echo" } },
  { id: "6", name: "read_thread", input: { threadID: "t" } },
  { id: "7", name: "librarian", input: { query: "q", repositories: ["https://example.org/r.git"] } },
  { id: "8", name: "get_diagnostics", input: {} },
];

/** Texts of inner failures, which name no culprit. */
const INNER = /is not (?:a function|iterable|async iterable)|Cannot (?:read|convert|destructure|perform)/;

/** Values to throw and to return; the others are used in the tests of the runtime. */
const VALUES = [
  ...["null", "an error whose getters throw", "a rejected promise"].map(
    (name) => THROWN[name] as () => unknown,
  ),
  ...["undefined", "an empty object", "a revoked proxy"].map((name) => RETURNED[name] as () => unknown),
];

type Misbehaviour = () => never;

/** Returns a backend whose ports work. */
function workingBackend(): Backend {
  const report = { diagnostics: [], complete: true, servers: [], problems: [] };
  return {
    ...memoryBackend({ files: { "/a.txt": "one\n" } }),
    name: "odd",
    locks: { acquire: async () => ({ compromised: false, release: async () => {} }) },
    intentLog: {
      write: async (paths, text) => ({
        id: "n",
        paths,
        text,
        update: async () => {},
        remove: async () => {},
      }),
      find: async () => [],
      findForRead: async () => [],
    },
    approvals: { key: async () => new Uint8Array(32), spend: async () => true },
    shell: {
      run: async ({ onOutput }) => {
        onOutput(new TextEncoder().encode("x\n".repeat(9_000)), "stdout");
        return { exitCode: 0, reason: "exit", durationMs: 1 };
      },
    },
    diagnostics: { afterChange: async () => ({ ...report, elsewhere: [] }), current: async () => report },
    repositories: {
      plan: (url) => ({ url, command: "git", hosts: [] }),
      fetch: async () => ({ path: "/", commit: "c", origin: "kept" }),
    },
  };
}

/** The functions of ports that misbehave, by path. */
const FUNCTIONS = [
  "files.resolve",
  "files.openDirectory",
  "files.path.dirname",
  "locks.acquire",
  "intentLog.find",
  "intentLog.findForRead",
  "shell.run",
  "search.files",
  "search.text",
  "outputs.open",
  "threads.read",
  "diagnostics.afterChange",
  "diagnostics.current",
  "repositories.plan",
  "approvals.key",
];

/** Returns the backend with one function replaced. */
function withFunction(backend: Backend, path: string, misbehave: Misbehaviour): Backend {
  const replaced = (of: object, [name = "", ...rest]: readonly string[]): object => ({
    ...of,
    [name]: rest.length === 0 ? misbehave : replaced((of as Record<string, object>)[name] ?? {}, rest),
  });
  return replaced(backend, path.split(".")) as Backend;
}

async function runWith(backend: Backend): Promise<readonly ToolResult[]> {
  const runtime = createToolRuntime({
    cwd: "/",
    backend,
    permissions: "allow-all",
    truncation: { maxBytes: 1_000 },
    model: { generate: async () => ({ text: "done", toolCalls: [] }) },
  });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  return results;
}

describe("a port of the host", () => {
  it.each(FUNCTIONS)("%s that misbehaves fails calls by its name and not the process", async (path) => {
    const watched = watchProcess();
    for (const make of VALUES) {
      const throwing = () => {
        throw make();
      };
      for (const misbehave of [throwing, async () => throwing(), make] as Misbehaviour[]) {
        const results = await runWith(withFunction(workingBackend(), path, misbehave));
        for (const { error } of results) {
          if (!error?.message.startsWith("The host's backend 'odd', ")) {
            expect(error?.message ?? "").not.toMatch(INNER);
          }
        }
      }
    }
    await watched.none();
  });

  it("runs every call when it behaves (control)", async () => {
    const statuses = (await runWith(workingBackend())).map(({ status }) => status);
    expect(statuses).toEqual(["done", "done", "done", "done", "done", "error", "done", "done"]);
  });

  it("costs a command the path of its output only when the output store fails", async () => {
    const outputs = {
      open: () => ({ append() {}, finish: async () => 5, discard: () => Promise.reject(5) }),
    };
    const [, , , , command] = await runWith({ ...workingBackend(), outputs: outputs as never });
    expect(command?.status).toBe("done");
    expect(JSON.stringify(command)).not.toContain("savedTo");
  });

  it.each([
    ["files.resolveNow", RETURNED["a promise that rejects"], /files\.resolveNow returned a value/],
    ["locks.acquire", undefined, "backend 'odd', locks cannot be used: acquire: it must be a function."],
  ])("%s that cannot be used is refused when the runtime is created", (path, misbehave, message) => {
    const backend = withFunction(workingBackend(), path, misbehave as Misbehaviour);
    expect(() => createToolRuntime({ cwd: "/", backend })).toThrow(message);
  });

  it("names itself and the field of an unusable value", async () => {
    const backend = withFunction(workingBackend(), "search.text", async function* () {
      yield { kind: "match", path: "/a.txt", line: "one" };
    } as never);
    const [, , grep] = await runWith(backend);
    expect(grep?.error?.message).toBe(
      "The host's backend 'odd', search.text returned a value that cannot be used: line: it must be a number of at least 0. This is a fault of the host, not of the call.",
    );
  });

  it("reports 30,000 diagnostics, of which 10,000 are used and the rest is a problem of the report", async () => {
    const diagnostics = Array.from({ length: 30_000 }, (_, index) => ({
      ...{ path: `/${index}.txt`, line: 1, column: 1, severity: "error", message: "wrong" },
    }));
    const report = { diagnostics, complete: true, servers: ["s"], problems: [] };
    const ports = {
      afterChange: async () => ({ ...report, elsewhere: diagnostics }),
      current: async () => report,
    };
    const backend = { ...workingBackend(), diagnostics: ports as never };
    const [, edit, , , , , , asked] = await runWith(backend);
    const problem = "Only the first 10000 of 30000 diagnostics were used.";
    expect(asked?.result).toMatchObject({ remaining: 9_900 });
    expect(edit?.metadata?.diagnostics).toMatchObject({ problems: [problem] });
  });

  it.each<[string, () => unknown]>([
    ["an empty object", () => ({})],
    ["undefined", () => undefined],
    ["a list", () => []],
    ["an iterable of nothing", () => ({ [Symbol.asyncIterator]: () => undefined })],
  ])("names itself when it returns %s instead of an async iterable", async (_name, returned) => {
    const [, , grep] = await runWith(withFunction(workingBackend(), "search.text", returned as Misbehaviour));
    expect(grep?.error?.message).toBe(
      "The host's backend 'odd', search.text returned a value that cannot be used: it must be an async iterable. This is a fault of the host, not of the call.",
    );
  });

  it.each(["locks.acquire", "intentLog.find"])(
    "delays its call by 30 seconds after the timeout when %s never settles, and not later calls",
    async (port) => {
      const clock = manualClock();
      const asked = deferred();
      const backend = withFunction(workingBackend(), port, (() => {
        asked.resolve();
        return new Promise<never>(() => {});
      }) as never);
      const runtime = createToolRuntime({
        ...{ cwd: "/", backend, clock, timeoutMs: 1_000 },
        permissions: "allow-all",
        diagnosticsBudgetMs: false,
      });
      const running = runtime.executeBatch(CALLS.slice(1, 4));
      await asked.promise;
      for (let second = 0; second < 70; second += 1) await clock.advance(1_000);
      const results = await running;
      // One second until the timeout, 30 seconds for the operation, and the grace period of the tool.
      expect(results[0]?.timing.durationMs).toBeLessThan(32_000);
      expect(results.map(({ status }) => status)).toEqual(["error", "done", "done"]);
      expect(results[0]?.error?.errorCode).toBe("timeout");
    },
  );
});

describe("the guarantees of a backend of the host", () => {
  const guarantees = {
    directories: "by-path",
    openFiles: "snapshot",
    changes: "copied",
    durability: "unsynced",
    locks: "runtime",
    processes: "none",
  } as const;

  it("copies the declared values", () => {
    const { files } = memoryBackend();
    expect(checkedBackend({ name: "host", files: { ...files }, guarantees }).guarantees).toEqual(guarantees);
  });

  it("refuses an unknown value", () => {
    const { files } = memoryBackend();
    const wrong = { ...guarantees, locks: "planet" as never };
    expect(() => checkedBackend({ name: "host", files, guarantees: wrong })).toThrow(
      "backend 'host', guarantees cannot be used",
    );
  });

  it("compares values from the strongest to the weakest", () => {
    expect(keepsGuarantees({ guarantees }, { changes: "copied" })).toBe(true);
    expect(keepsGuarantees({ guarantees }, { changes: "checked" })).toBe(false);
    expect(keepsGuarantees({}, { changes: "atomic", processes: "all" })).toBe(true);
  });
});

describe("a backend of the library", () => {
  it("keeps its ports unchanged", () => {
    const backend = memoryBackend();
    const checked = checkedBackend(backend);
    expect(checked.files).toBe(backend.files);
    expect(checked.search).toBe(backend.search);
  });

  it("renames into a directory that was opened through a checked port", async () => {
    const { files } = memoryBackend({ files: { "/one/a": "a", "/two": { directory: true } } });
    const checked = checkedBackend({ name: "host", files: { ...files } });
    const [one, two] = [await checked.files.openDirectory("/one"), await checked.files.openDirectory("/two")];
    await one.rename("a", { directory: two, name: "b" });
    expect(await two.list()).toMatchObject([{ name: "b" }]);
  });
});
