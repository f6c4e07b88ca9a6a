import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolRuntime, type ToolResult } from "../../../../src/index.js";
import { installTypeScript, makeProject } from "./server-project.js";

const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, module: "nodenext", target: "es2022", types: [], noEmit: true },
  include: ["src"],
});

let folder: string;
let temporary: string;
let usual: string | undefined;
let runtime: ReturnType<typeof openRuntime>;
const asked: (string | undefined)[] = [];

function openRuntime() {
  return createToolRuntime({
    cwd: folder,
    permissions: [
      { kind: "edit", verdict: "allow" },
      { kind: "delete", verdict: "allow" },
    ],
    // The tests ask whether it is right, not whether a busy machine is fast.
    diagnosticsBudgetMs: 15_000,
    onApproval: ({ facts }) => {
      asked.push(facts?.command);
      return { approved: true };
    },
  });
}

const text = (result: ToolResult) =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const edit = (path: string, old_str: string, new_str: string) =>
  runtime.execute({ id: path, name: "edit_file", input: { path: join(folder, path), old_str, new_str } });

/** Command lines of processes that name the folder. */
const processes = () =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(folder) && !line.startsWith("ps "));

beforeAll(async () => {
  folder = await makeProject({
    "tsconfig.json": CONFIGURATION,
    "package.json": '{ "type": "module" }',
    "src/price.ts": "export function price(amount: number): number {\n  return amount;\n}\n",
    "src/index.ts": 'export * from "./price.js";\n',
    "src/cart.ts": 'import { price } from "./price.js";\nexport const total: number = price(1);\n',
    "src/shop.ts": 'import { price } from "./index.js";\nexport const cost: number = price(2);\n',
    "src/old.ts": 'export const wrong: number = "always was";\n',
    "README.md": "# Nothing to check\n",
  });
  await installTypeScript(folder);
  // Each start of the server leaves an empty folder among the temporary files.
  temporary = await mkdtemp(join(tmpdir(), "collet-server-"));
  usual = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  runtime = openRuntime();
});

afterAll(async () => {
  await runtime[Symbol.asyncDispose]();
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await rm(temporary, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

describe("edits of a TypeScript project", () => {
  it("ask once before the server starts, and report all current errors", async () => {
    expect(processes()).toEqual([]);
    const found = await runtime.execute({ id: "all", name: "get_diagnostics", input: {} });
    expect(found).toMatchObject({
      status: "done",
      result: { diagnostics: [{ path: join(folder, "src/old.ts"), line: 1, column: 14, code: "2322" }] },
    });
    expect(text(found)).toContain("1 error found (checked by typescript-language-server).");
    expect(text(found)).toContain("ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)");
    expect(asked).toEqual([`${join(folder, "node_modules/.bin/typescript-language-server")} --stdio`]);
  });

  it("show the error of the edited file and of those that import it, in the same result", async () => {
    const broken = await edit("src/price.ts", "): number {", "): string {");
    expect(broken.status).toBe("done");
    expect(text(broken)).toContain(
      [
        "Errors in the changed files:",
        `<diagnostics file="${join(folder, "src/price.ts")}">`,
        "ERROR [2:3] Type 'number' is not assignable to type 'string'. (2322)",
        "</diagnostics>",
        "New errors in other files:",
        `<diagnostics file="${join(folder, "src/cart.ts")}">`,
        "ERROR [2:14] Type 'string' is not assignable to type 'number'. (2322)",
        "</diagnostics>",
        `<diagnostics file="${join(folder, "src/shop.ts")}">`,
        "ERROR [2:14] Type 'string' is not assignable to type 'number'. (2322)",
        "</diagnostics>",
      ].join("\n"),
    );
    expect(broken.metadata?.diagnostics).toMatchObject({
      complete: true,
      servers: ["typescript-language-server"],
      changed: [{ path: join(folder, "src/price.ts"), severity: "error" }],
      elsewhere: [{ path: join(folder, "src/cart.ts") }, { path: join(folder, "src/shop.ts") }],
    });
  });

  it("do not report the errors of other files again", async () => {
    const other = await edit("src/price.ts", "return amount;", "return String(amount);");
    expect(text(other)).not.toContain("<diagnostics");
    expect(other.metadata?.diagnostics).toMatchObject({ changed: [], elsewhere: [], complete: true });
  });

  it("report nothing once all errors are fixed, and later new errors", async () => {
    const [first, second] = await runtime.executeBatch([
      {
        id: "1",
        name: "edit_file",
        input: { path: join(folder, "src/price.ts"), old_str: "): string {", new_str: "): number {" },
      },
      {
        id: "2",
        name: "edit_file",
        input: {
          path: join(folder, "src/price.ts"),
          old_str: "return String(amount);",
          new_str: "return amount;",
        },
      },
    ]);
    for (const result of [first, second]) {
      expect(result?.status).toBe("done");
      expect(result?.metadata?.diagnostics).toMatchObject({ complete: true, elsewhere: [] });
    }
    expect(text(second as ToolResult)).not.toContain("<diagnostics");
    const renamed = await edit("src/price.ts", "function price(", "function fee(");
    expect(text(renamed)).toContain("has no exported member 'price'");
    expect(text(renamed)).toContain('shop.ts">');
    const back = await edit("src/price.ts", "function fee(", "function price(");
    expect(text(back)).not.toContain("<diagnostics");
  });

  it("report the effects of a deleted file and of a new one", async () => {
    const path = join(folder, "src/price.ts");
    const deleted = await runtime.execute({ id: "delete", name: "delete_file", input: { path } });
    expect(text(deleted)).toContain("Cannot find module './price.js'");
    const content =
      "export function price(amount: number): number {\n  return amount\n}\nconst unused: string = 1;\n";
    const created = await runtime.execute({ id: "create", name: "create_file", input: { path, content } });
    expect(text(created)).toContain("ERROR [4:7] Type 'number' is not assignable to type 'string'. (2322)");
    expect(text(created)).not.toContain("cart.ts");
  });

  it("report nothing for unsupported files", async () => {
    const readme = await edit("README.md", "Nothing", "Something");
    expect(readme.metadata?.diagnostics).toBeUndefined();
    expect(text(readme)).not.toContain("<diagnostics");
  });

  it("asked only once in total, and leave no process running", async () => {
    expect(asked).toHaveLength(1);
    expect(processes().length).toBeGreaterThan(1);
    await runtime[Symbol.asyncDispose]();
    expect(processes()).toEqual([]);
  });
});
