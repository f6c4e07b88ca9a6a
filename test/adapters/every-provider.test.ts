import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ToolWarning } from "../../src/adapters/tool-export/index.js";
import { createToolRuntime } from "../../src/index.js";
import { isPortableToolName } from "../../src/schema/index.js";
import * as toolsets from "../../src/toolsets/index.js";
import { startStopwatch } from "../processor-time.js";
import { HOSTILE_TOOLS, plain, tool } from "./hostile-tools.js";
import { anthropicTransformFails, PROVIDERS } from "./providers.js";
import { wildSchema } from "./wild-schema.js";

const ROOT = resolve(import.meta.dirname, "../..");
/** Every toolset there is, by its name. */
const TOOLSETS = Object.values(toolsets as Record<string, unknown>)
  .filter(
    (value): value is toolsets.Toolset => typeof value === "object" && value !== null && "tools" in value,
  )
  .map((toolset) => [toolset.name, toolset.tools] as const);
const builtin = createToolRuntime({ permissions: "allow-all" }).tools();

/** One process for all providers: it takes most of its time to start, so it does that while the other tests run, and is asked last. */
let exportsOfAnotherProcess: Promise<Readonly<Record<string, string>>>;

beforeAll(() => {
  const script = resolve(ROOT, "test/adapters/print-export.ts");
  const tsx = resolve(ROOT, "node_modules/tsx/dist/cli.mjs");
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 } as const;
  exportsOfAnotherProcess = promisify(execFile)(process.execPath, [tsx, script], options).then(
    ({ stdout }) => JSON.parse(stdout) as Record<string, string>,
  );
  // Who asks for it sees why it failed.
  exportsOfAnotherProcess.catch(() => {});
});

describe.each(PROVIDERS.map((provider) => [provider.name, provider] as const))("%s", (_name, provider) => {
  const { toTools, sent, refusals, parseToolCalls, reply } = provider;

  function convert(tools: Parameters<typeof toTools>[0]) {
    const warnings: ToolWarning[] = [];
    const wire = toTools(tools, { onWarning: (warning) => warnings.push(warning) });
    return { wire, tools: sent(wire), warnings };
  }

  describe.each(TOOLSETS)("the toolset %s", (_toolset, own) => {
    it("sends every tool under its own name, with nothing skipped or renamed", () => {
      const { wire, tools, warnings } = convert(own);
      expect(tools.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
      expect(tools.every(({ name }) => isPortableToolName(name))).toBe(true);
      expect(tools.flatMap((entry) => refusals(entry, wire))).toEqual([]);
      expect(warnings.filter(({ type }) => type === "tool-skipped" || type === "tool-renamed")).toEqual([]);
      // Claude Code has parameters such as `-i`, and some providers accept no such name.
      const renamed = warnings.filter(({ type }) => type === "parameter-renamed");
      expect(renamed.filter(({ message }) => !/-[inoABC]\b/.test(message))).toEqual([]);
    });

    it("keeps every parameter of every tool", () => {
      for (const [index, { schema }] of convert(own).tools.entries()) {
        const shown = Object.keys(schema.properties ?? {});
        const given = Object.keys(own[index]?.inputSchema.properties ?? {});
        expect(shown).toHaveLength(given.length);
        expect(shown).toEqual(expect.arrayContaining(given.filter((name) => !name.startsWith("-"))));
      }
    });
  });

  it.each(HOSTILE_TOOLS)("does not let %s hurt the other tools", (_what, hostile) => {
    const elapsedMs = startStopwatch();
    const { wire, tools, warnings } = convert([tool(plain, "first"), hostile, tool(plain, "last")]);
    expect(tools.at(0)?.name).toBe("first");
    expect(tools.at(-1)?.name).toBe("last");
    expect(tools.flatMap((entry) => refusals(entry, wire))).toEqual([]);
    const skipped = warnings.filter(({ type }) => type === "tool-skipped");
    expect(tools.length + skipped.length).toBe(3);
    const own = warnings.filter(({ toolName }) => toolName === (hostile?.name ?? ""));
    if (skipped.length > 0 || tools[1]?.name !== hostile.name) expect(own).not.toEqual([]);
    expect(elapsedMs()).toBeLessThan(5_000);
  });

  it.each([
    "an empty name",
    "no name at all",
    "a schema that holds itself",
    "ten megabytes of schema",
    "a description of a megabyte",
    "a value that is no JSON",
    "a root that is text",
    "a schema that is null",
  ])("skips %s, with a warning that names the tool", (what) => {
    const hostile = HOSTILE_TOOLS.find(([name]) => name === what)?.[1];
    if (hostile === undefined) throw new Error(`no tool with ${what}`);
    const { tools, warnings } = convert([hostile]);
    expect(tools).toEqual([]);
    expect(warnings).toMatchObject([{ type: "tool-skipped", toolName: hostile.name ?? "" }]);
  });

  it("assigns each renamed tool a distinct name that calls are mapped back from", () => {
    const names = [
      "read file",
      "read/file",
      "read.file",
      "n".repeat(200),
      `${"n".repeat(199)}m`,
      "read_file",
    ];
    const foreign = names.map((name) => tool(plain, name));
    const { tools, warnings } = convert(foreign);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(names.length);
    const calls = tools.map(({ name }, index) => ({ id: `id-${index}`, name, input: { path: "a" } }));
    const parsed = parseToolCalls(reply(calls), foreign);
    expect(parsed.map(({ name }) => name)).toEqual(names);
    for (const { toolName } of warnings.filter(({ type }) => type === "tool-renamed")) {
      expect(names).toContain(toolName);
    }
  });

  it("chooses a name that does not depend on the rest of the list", () => {
    const alone = convert([tool(plain, "read file")]).tools[0]?.name;
    const together = convert([tool(plain, "read.file"), tool(plain, "read file")]).tools[1]?.name;
    expect(together).toBe(alone);
  });

  it("skips the second of two tools with one name", () => {
    const { tools, warnings } = convert([tool(plain, "a b"), tool(plain, "a b")]);
    expect(tools).toHaveLength(1);
    expect(warnings.at(-1)).toMatchObject({ type: "tool-skipped", toolName: "a b" });
  });

  it("never throws or returns a list that the provider refuses, for any schemas", () => {
    fc.assert(
      fc.property(fc.array(wildSchema, { maxLength: 3 }), (schemas) => {
        const foreign = schemas.map((schema, index) =>
          tool({ type: "object", ...(schema as object) }, `tool_${index}`),
        );
        const { wire, tools, warnings } = convert(foreign);
        expect(tools.flatMap((entry) => refusals(entry, wire))).toEqual([]);
        const skipped = warnings.filter(({ type }) => type === "tool-skipped");
        expect(tools.length + skipped.length).toBe(foreign.length);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the vendors' own transforms", () => {
  it("take what is sent to Anthropic for the built-in tools", () => {
    const [anthropic] = PROVIDERS;
    const tools = TOOLSETS.flatMap(([, own]) => own);
    for (const { schema } of tools.flatMap((entry) => anthropic?.sent(anthropic.toTools([entry])) ?? [])) {
      expect(anthropicTransformFails(schema)).toEqual([]);
    }
  });
});

describe.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
  "%s",
  (name, { toTools, sent }) => {
    it("returns the same bytes for the same tools, even in another process", async () => {
      const tools = [...builtin, ...HOSTILE_TOOLS.map(([, hostile]) => hostile)];
      const here = JSON.stringify(sent(toTools(tools)));
      expect(JSON.stringify(sent(toTools(tools)))).toBe(here);
      expect((await exportsOfAnotherProcess)[name]).toBe(here);
    });
  },
);
