import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { format } from "node:util";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as collet from "../../src/index.js";
import * as testing from "../../src/testing/index.js";
import { type CollectedTest, failuresOf } from "./collect-tests.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/testing.md"), "utf8");
/** The code blocks of the page, each with the output block directly below it. */
const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm)].map(
  ([, code = "", output]) => ({ code, output }),
);

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs a block of the page and returns its output and the tests it declares. */
async function run(code: string) {
  const printed: string[] = [];
  const tests: CollectedTest[] = [];
  const groups: string[] = [];
  const describeGroup = (title: string, body: () => void) => {
    groups.push(title);
    body();
    groups.pop();
  };
  const declare = (title: string, body: () => Promise<void>) =>
    tests.push({ title: [...groups, title].join(" > "), body });
  const modules: Readonly<Record<string, unknown>> = {
    collet,
    "collet/testing": testing,
    vitest: { describe: describeGroup, it: declare, expect },
    zod: z,
  };
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const print = { log: (...values: unknown[]) => printed.push(format(...values)) };
  await new AsyncFunction("require", "exports", "console", outputText)(
    (name: string) => modules[name],
    {},
    print,
  );
  return { printed: printed.join("\n"), tests };
}

describe("docs/testing.md", () => {
  it.each(blocks.map((block, index) => ({ number: index + 1, ...block })))(
    "runs block $number with the output that the page shows",
    async ({ code, output }) => {
      const { printed, tests } = await run(code);
      expect(await failuresOf(tests)).toEqual({});
      const listed = tests.map(({ title }) => ` ✓ ${title}\n`).join("");
      expect(output === undefined ? undefined : printed === "" ? listed : `${printed}\n`).toBe(output);
    },
  );

  it("shows the real message for an undeclared write", async () => {
    const planted = (blocks[0]?.code ?? "").replace(
      "execute: async ({ path }, { files }) => {",
      '$& await files.writeText("log.txt", path);',
    );
    const failures = await failuresOf((await run(planted)).tests);
    expect(Object.keys(failures)).toHaveLength(2);
    expect(page).toContain(
      `\`\`\`text\n${failures["the tool count_words > declares every path it accesses"]}\n`,
    );
  });

  it("shows the real problems of a schema that is not portable", () => {
    const tool = collet.defineTool({
      name: "shorten",
      description: "Shortens a text.",
      inputSchema: z.object({ "max-words": z.number().positive() }),
      execute: () => "short",
    });
    const problems = page.match(/^The tools are not portable[\s\S]*?(?=\n```)/m)?.[0];
    expect(() => testing.assertPortable([tool])).toThrow(problems);
    expect(problems).toContain("minimum");
  });
});
