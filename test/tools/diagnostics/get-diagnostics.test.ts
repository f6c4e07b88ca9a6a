import { describe, expect, it } from "vitest";
import type { Diagnostic, DiagnosticsReport } from "../../../src/contract/index.js";
import {
  DIAGNOSTICS_BUDGET_MS,
  getDiagnosticsOperation,
  MAX_DIAGNOSTICS_LIMIT,
  MAX_DIAGNOSTICS_PATHS,
} from "../../../src/tools/index.js";
import { createWorkbench } from "../workbench.js";

const NOTHING: DiagnosticsReport = { diagnostics: [], complete: true, servers: ["checker"], problems: [] };

/** A workbench whose servers return the given diagnostics of the files below its folder. */
async function setUp(
  say: (path: (name: string) => string) => Partial<DiagnosticsReport>,
  options: { readonly secretPaths?: readonly string[] } = {},
) {
  const asked: { readonly paths: readonly string[] | undefined; readonly budgetMs: number }[] = [];
  let path = (name: string) => name;
  const workbench = await createWorkbench({
    ...options,
    services: {
      diagnostics: {
        async current(paths, { budgetMs }) {
          asked.push({ paths, budgetMs });
          return { ...NOTHING, ...say(path) };
        },
      },
    },
  });
  path = workbench.path;
  await workbench.write({ "a.ts": "", "src/b.ts": "", "src/keys.secret": "" });
  return { ...workbench, asked };
}

const at = (path: string, severity: Diagnostic["severity"], line = 1): Diagnostic => ({
  path,
  line,
  column: 1,
  severity,
  message: `${severity} ${line}`,
});

describe("asking for diagnostics", () => {
  it("uses the working directory without paths, and waits for a cold start", async () => {
    const { run, asked, folder, path } = await setUp(() => ({}));
    expect(await run(getDiagnosticsOperation, {})).toMatchObject({
      diagnostics: [],
      omitted: 0,
      complete: true,
    });
    await run(getDiagnosticsOperation, { paths: ["src", path("a.ts")] });
    expect(asked).toEqual([
      { paths: [folder], budgetMs: DIAGNOSTICS_BUDGET_MS },
      { paths: [path("src"), path("a.ts")], budgetMs: DIAGNOSTICS_BUDGET_MS },
    ]);
  });

  it("returns the most severe first, down to the requested severity, and counts the rest", async () => {
    const { run, path } = await setUp((at_) => ({
      diagnostics: [
        at(at_("a.ts"), "warning", 1),
        at(at_("a.ts"), "error", 2),
        at(at_("a.ts"), "hint", 3),
        at(at_("src/b.ts"), "error", 4),
        at(at_("src/b.ts"), "information", 5),
      ],
    }));
    const lines = async (input: Parameters<typeof getDiagnosticsOperation.run>[0]) => {
      const output = await run(getDiagnosticsOperation, input);
      return [output.diagnostics.map(({ line }) => line), output.omitted];
    };
    expect(await lines({})).toEqual([[2, 4, 1], 0]);
    expect(await lines({ severity: "error" })).toEqual([[2, 4], 0]);
    expect(await lines({ severity: "hint", limit: 4 })).toEqual([[2, 4, 1, 5], 1]);
    expect((await run(getDiagnosticsOperation, {})).counts).toEqual({
      error: 2,
      warning: 1,
      information: 0,
      hint: 0,
    });
    expect(path("a.ts")).toContain("a.ts");
  });

  it("returns a bounded list for any requested limit", async () => {
    const { run } = await setUp((path) => ({
      diagnostics: Array.from({ length: 900 }, (_, index) => at(path("a.ts"), "error", index + 1)),
    }));
    const output = await run(getDiagnosticsOperation, { limit: 5_000 });
    expect(output.diagnostics).toHaveLength(MAX_DIAGNOSTICS_LIMIT);
    expect(output.omitted).toBe(900 - MAX_DIAGNOSTICS_LIMIT);
  });

  it("omits unreadable files", async () => {
    const { run } = await setUp(
      (path) => ({ diagnostics: [at(path("src/keys.secret"), "error"), at(path("a.ts"), "error")] }),
      { secretPaths: ["*.secret"] },
    );
    const output = await run(getDiagnosticsOperation, {});
    expect(output.diagnostics).toMatchObject([{ path: expect.stringMatching(/a\.ts$/) }]);
    expect(output.counts.error).toBe(1);
  });

  it.each([
    ["a file that is not there", { paths: ["nothing.ts"] }, "not-found"],
    ["no paths at all", { paths: [] }, "invalid-input"],
    ["too many paths", { paths: Array(MAX_DIAGNOSTICS_PATHS + 1).fill("a.ts") as string[] }, "invalid-input"],
    ["a limit of nothing", { limit: 0 }, "invalid-input"],
    ["half a limit", { limit: 1.5 }, "invalid-input"],
  ])("refuses %s", async (_title, input, code) => {
    const { failure, asked } = await setUp(() => ({}));
    expect((await failure(getDiagnosticsOperation, input)).code).toBe(code);
    expect(asked).toEqual([]);
  });
});
