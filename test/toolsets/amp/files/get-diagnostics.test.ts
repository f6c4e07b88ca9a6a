import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../../src/backends/memory/index.js";
import type { DiagnosticsReport } from "../../../../src/contract/index.js";
import { createToolRuntime, localBackend } from "../../../../src/index.js";
import { getDiagnostics } from "../../../../src/toolsets/amp/files/get-diagnostics.js";
import { createWorkbench } from "../../../tools/workbench.js";

const NOTHING: DiagnosticsReport = { diagnostics: [], complete: true, servers: ["checker"], problems: [] };

const textOf = async (report: (path: string) => Partial<DiagnosticsReport>) => {
  let folder = "";
  const workbench = await createWorkbench({
    services: { diagnostics: { current: async () => ({ ...NOTHING, ...report(`${folder}/a.ts`) }) } },
  });
  folder = workbench.folder;
  await workbench.write({ "a.ts": "" });
  const { text, result } = await workbench.call(getDiagnostics(), { paths: ["a.ts"] });
  return { text: text.replaceAll(folder, "/w"), result };
};

describe("get_diagnostics", () => {
  it("lists problems by file, worst first, on separate lines", async () => {
    const { text, result } = await textOf((path) => ({
      diagnostics: [
        { path, line: 3, column: 7, severity: "error", message: "not\n  good", code: "2322" },
        { path, line: 1, column: 1, severity: "warning", message: "\u001b[31munused" },
      ],
    }));
    expect(text).toBe(
      [
        "1 error, 1 warning found (checked by checker).",
        '<diagnostics file="/w/a.ts">',
        "ERROR [3:7] not good (2322)",
        "WARNING [1:1] \\x1b[31munused",
        "</diagnostics>",
      ].join("\n"),
    );
    expect(result).toMatchObject({ diagnostics: [{ line: 3 }, { line: 1 }], remaining: 0, complete: true });
  });

  it.each<[string, Partial<DiagnosticsReport>, string]>([
    ["nothing is wrong", {}, "No errors or warnings found (checked by checker)."],
    [
      "nobody was asked",
      { servers: [], problems: ["No language server for '/w'."] },
      "No language server was asked, so nothing is known of these files.\n[No language server for '/w'.]",
    ],
    [
      "not all was answered",
      { complete: false },
      "No errors or warnings found (checked by checker).\n[Not everything was answered in time, so there may be more. Ask again.]",
    ],
  ])("says when %s", async (_title, report, expected) => {
    expect((await textOf(() => report)).text).toBe(expected);
  });

  it("refuses a secret file, as explain states", async () => {
    const diagnostics = {
      current: async () => NOTHING,
      afterChange: async () => ({ ...NOTHING, elsewhere: [] }),
    };
    const backend = { ...memoryBackend({ files: { "/w/.env": "A=1" } }), diagnostics };
    await using runtime = createToolRuntime({ backend, cwd: "/w" });
    const call = { id: "1", name: "get_diagnostics", input: { paths: [".env"] } };
    expect((await runtime.explain(call)).decision?.verdict).toBe("deny");
    expect((await runtime.execute(call)).error?.errorCode).toBe("reading-secret-file");
  });

  it("offers diagnostics only if the backend has language servers", async () => {
    const names = (backend: ReturnType<typeof memoryBackend> | ReturnType<typeof localBackend>) =>
      createToolRuntime({ backend, cwd: "/", permissions: "allow-all" })
        .registry.list()
        .map(({ name }) => name);
    expect(names(localBackend())).toContain("get_diagnostics");
    expect(names(localBackend({ languageServers: "off" }))).not.toContain("get_diagnostics");
    expect(names(memoryBackend())).not.toContain("get_diagnostics");
    expect(() => createToolRuntime({ backend: memoryBackend(), languageServers: "trusted" })).toThrow(
      /cannot be combined/,
    );
    expect(() => localBackend({ languageServers: { start: "perhaps" as never } })).toThrow(
      /must be one of "on-request", "ask", "trusted"/,
    );
  });
});
