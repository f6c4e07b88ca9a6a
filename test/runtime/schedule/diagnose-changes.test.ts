import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type {
  ChangeReport,
  Diagnostic,
  Diagnostics,
  DiagnosticsRequest,
  ToolResult,
} from "../../../src/contract/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";
import { fakeClock } from "../../../src/testing/index.js";
import { deferred } from "../fixtures.js";

const FILES = {
  "/w/a.txt": "one",
  "/w/b.txt": "two",
  "/w/.env": "SECRET=1",
  "/w/kept/c.txt": "three",
  "/elsewhere/d.txt": "four",
};

const error = (path: string, message = `wrong in ${path}`, line = 1): Diagnostic => ({
  path,
  line,
  column: 2,
  severity: "error",
  message,
  code: "E1",
});

const NOTHING: ChangeReport = { diagnostics: [], elsewhere: [], complete: true, servers: [], problems: [] };

/** Creates a runtime whose servers return the given answers; records the requests. */
function setUp(
  answer: Partial<ChangeReport> | Diagnostics["afterChange"],
  options: Partial<ToolRuntimeOptions> = {},
) {
  const asked: { readonly paths: readonly string[]; readonly request: DiagnosticsRequest }[] = [];
  const read: string[] = [];
  const diagnostics: Diagnostics = {
    async afterChange(paths, request) {
      asked.push({ paths, request });
      return typeof answer === "function"
        ? answer(paths, request)
        : { ...NOTHING, servers: ["checker"], ...answer };
    },
    current: async () => NOTHING,
    afterRead: (paths) => read.push(...paths),
  };
  const backend = { ...memoryBackend({ files: FILES }), diagnostics };
  const runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all", ...options });
  return { runtime, asked, read };
}

const edit = (path: string, old_str: string, new_str: string) => ({
  id: path,
  name: "edit_file",
  input: { path, old_str, new_str },
});

const added = (result: ToolResult | undefined) => {
  const part = result?.content.at(-1);
  return part?.type === "text" ? part.text : "";
};

describe("the result of a call that changed files", () => {
  it("lists the errors of the changed files, then new errors in others", async () => {
    const { runtime, asked } = setUp({
      diagnostics: [error("/w/a.txt"), { ...error("/w/a.txt"), severity: "warning", message: "meh" }],
      elsewhere: [error("/w/b.txt", "two\n  lines \u001b[31m")],
    });
    const result = await runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(added(result)).toBe(
      [
        "Errors in the changed files:",
        '<diagnostics file="/w/a.txt">',
        "ERROR [1:2] wrong in /w/a.txt (E1)",
        "</diagnostics>",
        "New errors in other files:",
        '<diagnostics file="/w/b.txt">',
        "ERROR [1:2] two lines \\u{1b}[31m (E1)",
        "</diagnostics>",
      ].join("\n"),
    );
    expect(result).toMatchObject({
      status: "done",
      metadata: {
        diagnostics: { servers: ["checker"], complete: true, changed: [{ message: "wrong in /w/a.txt" }] },
      },
    });
    expect(asked).toMatchObject([{ paths: ["/w/a.txt"], request: { budgetMs: 2_500, roots: ["/w"] } }]);
  });

  it("lists at most 20 errors of a file, and 5 other files", async () => {
    const many = Array.from({ length: 23 }, (_, index) => error("/w/a.txt", `number ${index}`, index + 1));
    const others = Array.from({ length: 7 }, (_, index) => error(`/w/other-${index}.txt`));
    const { runtime } = setUp({ diagnostics: many, elsewhere: others });
    const text = added(await runtime.execute(edit("/w/a.txt", "one", "1")));
    expect(text.match(/ERROR \[\d+:2\] number/g)).toHaveLength(20);
    expect(text).toContain("number 19 (E1)\n... and 3 more\n</diagnostics>");
    expect(text.match(/other-\d\.txt">/g)).toHaveLength(5);
    expect(text).toContain("... and errors in 2 more files");
  });

  it("adds nothing without errors, or when no server knows the files", async () => {
    const quiet = await setUp({}).runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(quiet.content).toHaveLength(1);
    expect(quiet.metadata?.diagnostics).toMatchObject({ changed: [], elsewhere: [] });
    const unknown = await setUp({ servers: [] }).runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(unknown.content).toHaveLength(1);
    expect(unknown.metadata?.diagnostics).toBeUndefined();
  });

  it("states how long it waited for a check that was not ready, without the time of a question", async () => {
    const clock = fakeClock();
    const answer: Diagnostics["afterChange"] = async (_paths, { mayStart }) => {
      await clock.advance(30);
      await mayStart("checker --stdio");
      await clock.advance(70);
      return { ...NOTHING, servers: ["checker"], complete: false };
    };
    const { runtime } = setUp(answer, {
      clock,
      permissions: [{ kind: "edit", verdict: "allow" }],
      onApproval: async () => {
        await clock.advance(900);
        return true;
      },
    });
    expect(added(await runtime.execute(edit("/w/a.txt", "one", "1")))).toBe(
      "The check by checker was not ready within 100 ms; there may be more errors.",
    );
  });

  it("calls errors new only if the files did not have them before", async () => {
    const { runtime } = setUp({ elsewhere: [error("/w/b.txt")], unclear: [error("/w/kept/c.txt")] });
    const result = await runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(added(result)).toBe(
      [
        "New errors in other files:",
        '<diagnostics file="/w/b.txt">',
        "ERROR [1:2] wrong in /w/b.txt (E1)",
        "</diagnostics>",
        "Errors in other files, which may be older than this change:",
        '<diagnostics file="/w/kept/c.txt">',
        "ERROR [1:2] wrong in /w/kept/c.txt (E1)",
        "</diagnostics>",
      ].join("\n"),
    );
    expect(result.metadata?.diagnostics).toMatchObject({ unclear: [{ path: "/w/kept/c.txt" }] });
  });

  it("starts servers for a file that was read only if the rules allow it", async () => {
    const allowed: boolean[] = [];
    const reads = async (permissions: NonNullable<ToolRuntimeOptions["permissions"]>) => {
      const diagnostics: Diagnostics = {
        afterChange: async () => NOTHING,
        current: async () => NOTHING,
        afterRead: (_paths, warming) =>
          void warming?.isAllowed("/w/bin/checker --stdio").then((each) => allowed.push(each)),
      };
      const backend = { ...memoryBackend({ files: FILES }), diagnostics };
      const onApproval = () => expect.fail("a question was asked");
      const runtime = createToolRuntime({ cwd: "/w", backend, permissions, onApproval });
      await runtime.execute({ id: "1", name: "Read", input: { path: "/w/a.txt" } });
    };
    await reads("default");
    await reads([{ kind: "execute", command: "*/checker --stdio", verdict: "allow" }]);
    await expect.poll(() => allowed).toEqual([false, true]);
  });

  it("quotes no files that the call may not read", async () => {
    const { runtime } = setUp(
      { elsewhere: ["/w/.env", "/w/kept/c.txt", "/elsewhere/d.txt", "/w/b.txt"].map((path) => error(path)) },
      {
        permissions: [
          { kind: "edit", verdict: "allow" },
          { path: "kept/**", verdict: "deny" },
        ],
      },
    );
    const result = await runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(result.status).toBe("done");
    expect(JSON.stringify([result.content, result.metadata])).not.toMatch(/\.env|kept|elsewhere\/d/);
    expect(added(result)).toContain("/w/b.txt");
  });

  it("redacts diagnostics with the host's function", async () => {
    const { runtime } = setUp(
      { diagnostics: [error("/w/a.txt", 'type "hunter2" is wrong')] },
      { redact: (text) => text.replaceAll("hunter2", "***") },
    );
    const result = await runtime.execute(edit("/w/a.txt", "one", "1"));
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(added(result)).toContain('type "***" is wrong');
  });

  it("keeps the result when the servers fail", async () => {
    const { runtime } = setUp(() => Promise.reject(new Error("broken")));
    expect(await runtime.execute(edit("/w/a.txt", "one", "1"))).toMatchObject({ status: "done" });
  });

  it("requests no diagnostics for calls without changes, failed calls, or when disabled", async () => {
    const { runtime, asked, read } = setUp({});
    await runtime.execute({ id: "1", name: "Read", input: { path: "/w/a.txt" } });
    await runtime.execute(edit("/w/a.txt", "no such text", "1"));
    expect(read).toEqual(["/w/a.txt"]);
    const off = setUp({ diagnostics: [error("/w/a.txt")] }, { diagnosticsBudgetMs: false });
    await off.runtime.execute(edit("/w/a.txt", "one", "1"));
    expect([asked, off.asked]).toEqual([[], []]);
    expect(() => setUp({}, { diagnosticsBudgetMs: 0 })).toThrow(/diagnosticsBudgetMs/);
  });

  it("waits without holding the locks of its files", async () => {
    const both = deferred();
    const { runtime, asked } = setUp(async () => {
      if (asked.length === 2) both.resolve();
      await both.promise;
      return { ...NOTHING, servers: ["checker"] };
    });
    const results = await runtime.executeBatch([
      edit("/w/a.txt", "one", "1"),
      { ...edit("/w/a.txt", "1", "2"), id: "2" },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
  });

  it("returns at once when the run is aborted, with the changes", async () => {
    const controller = new AbortController();
    const { runtime } = setUp(
      (_paths, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () =>
            resolve({ ...NOTHING, complete: false, servers: ["checker"] }),
          );
          controller.abort();
        }),
    );
    const result = await runtime.execute(edit("/w/a.txt", "one", "1"), { signal: controller.signal });
    expect(result).toMatchObject({ status: "done", trackFiles: ["/w/a.txt"] });
  });
});

describe("the start of a server", () => {
  const starting = (options: Partial<ToolRuntimeOptions>) => {
    const answers: boolean[] = [];
    const { runtime } = setUp(async (_paths, { mayStart }) => {
      answers.push(await mayStart("/w/node_modules/.bin/checker --stdio"));
      return NOTHING;
    }, options);
    return { answers, run: () => runtime.execute(edit("/w/a.txt", "one", "1")) };
  };
  const EDITS = { kind: "edit", verdict: "allow" } as const;

  it.each<[string, boolean, Partial<ToolRuntimeOptions>]>([
    ["starts without a question under allow-all", true, { permissions: "allow-all" }],
    ["does not start without an approver", false, { permissions: [EDITS] }],
    [
      "does not start if a rule denies it, without a question",
      false,
      {
        permissions: [EDITS, { command: "*checker*", verdict: "deny" }],
        onApproval: () => {
          throw new Error("asked");
        },
      },
    ],
    [
      "starts if a rule allows it, without a question",
      true,
      {
        permissions: [EDITS, { command: "/w/node_modules/.bin/checker *", verdict: "allow" }],
        onApproval: () => {
          throw new Error("asked");
        },
      },
    ],
  ])("%s", async (_title, allowed, options) => {
    const { answers, run } = starting(options);
    expect(await run()).toMatchObject({ status: "done" });
    expect(answers).toEqual([allowed]);
  });

  it("asks about the start like the same command in a shell", async () => {
    const requests: unknown[] = [];
    const { answers, run } = starting({
      permissions: [EDITS],
      onApproval: (request) => {
        requests.push(request);
        return { approved: true };
      },
    });
    await run();
    expect(answers).toEqual([true]);
    expect(requests).toMatchObject([
      {
        facts: { command: "/w/node_modules/.bin/checker --stdio" },
        decision: { reason: expect.stringMatching(/code of the project/) },
      },
    ]);
  });
});
