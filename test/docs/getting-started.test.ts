import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./documents.js";

/** The complete program of the page, as a reader copies it. */
const program =
  /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, "docs/getting-started.md"), "utf8"))?.[1] ?? "";

/** A replacement of the SDK class. Its model makes three calls and then prints the messages that it received. */
const STAND_IN = `
const turns = [
  [
    { type: "text", text: "I change a line." },
    { type: "tool_use", id: "a", name: "Read", input: { path: "a.txt" } },
    { type: "tool_use", id: "b", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } },
    { type: "tool_use", id: "c", name: "create_file", input: { path: "b.txt", content: "new" } },
  ],
];
export default class Anthropic {
  messages = {
    create: async ({ model, max_tokens, messages, tools }) => {
      if (!model || !max_tokens || !tools.some(({ name }) => name === "Bash")) throw new Error("not a request");
      return { content: turns.shift() ?? [{ type: "text", text: JSON.stringify(messages) }] };
    },
  };
}
`;

/** Returns the program as JavaScript that imports the built package and the replacement. */
function runnable(folder: string): string {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, { readonly default: string } | undefined>;
  };
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return outputText.replace(/from "((?:@anthropic-ai|collet)[^"]*)"/g, (_, name: string) => {
    const built = exports[name.replace(/^collet/, ".")]?.default;
    const file = built === undefined ? join(folder, "stand-in.mjs") : resolve(ROOT, built);
    return `from "${pathToFileURL(file)}"`;
  });
}

/** Runs the program in a folder and answers its questions: yes to an edit of a file, no to a new file. */
function run(folder: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(folder, "agent.mjs"), "Change it."], { cwd: folder });
  let output = "";
  let answered = 0;
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const questions = output.split(/ \[y\/N\] /);
    for (; answered < questions.length - 1; answered += 1) {
      child.stdin.write(questions[answered]?.includes("edit_file") ? "y\n" : "n\n");
    }
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return new Promise((done) => child.on("close", (code) => done({ code, output })));
}

describe("the first program of the documentation", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "collet-first-")));
  let ended: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    writeFileSync(join(folder, "a.txt"), "one\n");
    writeFileSync(join(folder, "stand-in.mjs"), STAND_IN);
    writeFileSync(join(folder, "agent.mjs"), runnable(folder));
    ended = await run(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("stays below 30 lines", () => {
    expect(program.split("\n").length).toBeLessThan(30);
    expect(program).toContain("executeBatch");
  });

  it("runs to its end and prints the text of the model", () => {
    expect(ended.code, ended.output).toBe(0);
    expect(ended.output).toContain("I change a line.");
    expect(ended.output).toContain("Change it.");
  });

  it("runs approved calls and no rejected ones", () => {
    expect(ended.output.match(/\[y\/N\]/g)).toHaveLength(2);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("two\n");
    expect(existsSync(join(folder, "b.txt"))).toBe(false);
  });

  it("sends the model a result for every call", () => {
    for (const id of ["a", "b", "c"]) expect(ended.output).toContain(`"tool_use_id":"${id}"`);
    expect(ended.output).toContain("The user rejected this call to 'create_file'");
  });
});
