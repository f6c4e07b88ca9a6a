import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { AnyTool, ToolResult, WebPage, WebPageRequest } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { scriptedModel } from "../../../src/testing/index.js";
import { ACTS, actOf } from "../../../src/toolsets/dialects/index.js";
import { TOOLSETS, type Toolset } from "../../../src/toolsets/index.js";
import { DIALECT_SAMPLES, type DialectSample } from "./dialect-samples.js";

/** The smallest PNG. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A web that says the same always. */
const WEB = {
  backend: {
    ...localBackend(),
    pages: {
      read: async ({ url }: WebPageRequest): Promise<WebPage> => ({
        type: "text",
        url,
        fetchedAt: 0,
        mediaType: "text/html",
        notes: [],
        text: "A page.",
      }),
    },
  },
  webSearch: {
    name: "Test",
    search: async ({ query }: { readonly query: string }) => [
      { title: query, url: "https://example.com/a", snippet: "A page." },
    ],
  },
};

async function project(): Promise<string> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-dialects-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await mkdir(join(cwd, "src/deep"), { recursive: true });
  await writeFile(join(cwd, "notes.txt"), "alpha\nbeta\ngamma\nbeta\n");
  await writeFile(join(cwd, "old.txt"), "old\n");
  await writeFile(join(cwd, "dot.png"), PNG);
  await writeFile(join(cwd, "src/a.txt"), "alpha in a\nother\n");
  await writeFile(join(cwd, "src/deep/b.txt"), "Alpha in b\n");
  await writeFile(join(cwd, "src/c.md"), "alpha in c\n");
  return cwd;
}

async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [file.slice(folder.length), await readFile(file, "latin1")] as const),
  );
  return Object.fromEntries(texts);
}

interface Outcome {
  readonly result: ToolResult;
  readonly files: Record<string, string>;
  /** What the model reads, without what differs from run to run. */
  readonly text: string;
}

/** Subagents answer what they were told. */
const MODEL = scriptedModel((_results, { messages }) => ({ says: `told ${JSON.stringify(messages)}` }));

/** Makes one call on a fresh project, the files read before where the toolset wants that. */
async function outcomeOf(toolset: Toolset, name: string, input: unknown): Promise<Outcome> {
  const cwd = await project();
  await using runtime = createToolRuntime({ cwd, toolset, permissions: "allow-all", model: MODEL, ...WEB });
  const reader = toolset.tools.find((tool) => actOf(tool)?.name === "read");
  if (reader !== undefined) await runtime.execute({ id: "0", name: "Read", input: { path: "notes.txt" } });
  if (name === "undo_edit") {
    await runtime.execute({
      id: "0",
      name: "Edit",
      input: { path: "notes.txt", old_str: "alpha", new_str: "x" },
    });
  }
  const result = await runtime.execute({ id: "1", name, input });
  const text = result.content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("\n");
  return {
    result,
    files: await tree(cwd),
    text: text
      .replaceAll(cwd, "/project")
      .replace(/Wall time: \S+/, "Wall time: ?")
      .replace(/(task_id: |<task id=")[\w-]+/g, "$1?"),
  };
}

const toolsets = Object.values(TOOLSETS).filter(({ name }) => name !== "none") as readonly Toolset[];
const ofAct = (act: string) => DIALECT_SAMPLES.filter((sample) => sample.act === act);

describe("the samples", () => {
  it("cover every act, every dialect of it and every name", () => {
    for (const { name, dialects } of ACTS) {
      for (const dialect of dialects) {
        const said = ofAct(name).flatMap((sample) => sample.names);
        for (const spoken of dialect.names) expect(said, `${name}: ${spoken}`).toContain(spoken);
      }
    }
  });
});

describe.each(toolsets.map((toolset) => [toolset.name, toolset] as const))(
  "the toolset %s",
  (own, toolset) => {
    const cases = toolset.tools.flatMap((tool: AnyTool) => {
      const act = actOf(tool);
      if (act === undefined) return [];
      return ofAct(act.name).flatMap((sample) =>
        // Under a name of another dialect, an offset is counted as that dialect counts.
        [...new Set("offset" in sample.input ? sample.names : [...sample.names, tool.name])].map((name) => ({
          tool,
          name,
          sample,
        })),
      );
    });
    const reference = new Map<string, Promise<Outcome>>();
    const ownOutcome = (tool: AnyTool, sample: DialectSample) => {
      const ownSample = ofAct(sample.act).find(({ dialect }) => dialect === own) as DialectSample;
      let outcome = reference.get(tool.name);
      if (outcome === undefined) {
        outcome = outcomeOf(toolset, tool.name, ownSample.input);
        reference.set(tool.name, outcome);
      }
      return outcome;
    };

    it.each(
      cases.map(
        (one) =>
          [one.tool.name, one.name, one.sample.dialect, JSON.stringify(one.sample.input), one] as const,
      ),
    )(
      "understands for %s the call %s in the words of %s: %s",
      async (_tool, name, dialect, _input, { tool, sample }) => {
        const expected = await ownOutcome(tool, sample);
        expect(expected.result.status).toBe("done");
        const outcome = await outcomeOf(toolset, name, sample.input);
        expect(outcome.result).toMatchObject({ status: "done", toolName: tool.name, requestedName: name });
        expect(outcome.files).toEqual(expected.files);
        // No parameter is dropped silently.
        expect(NOTE.test(outcome.text)).toBe(outcome.result.metadata?.unknownParameters !== undefined);
        if (sample.act !== "patch") expect(normalized(outcome.text)).toBe(normalized(expected.text));
        if (dialect === own) return;
        const sameWords = Object.keys(sample.input).every(
          (key) => key in (tool.inputSchema.properties ?? {}),
        );
        if (!sameWords)
          expect(outcome.result.metadata?.repairs).toContainEqual(
            expect.stringMatching(/ given as |: renamed from | removed, because /),
          );
      },
    );
  },
);

/** The note about parameters that only the other dialect has. */
const NOTE = /\nNote: '[^\n]* (?:is not a parameter|are not parameters) of [^\n]*$/;

/** Priorities and names of tasks are known to one dialect only. */
function normalized(text: string): string {
  return text
    .replace(NOTE, "")
    .replace(/\s*"(?:priority|id|activeForm)": "[^"]*",?/g, "")
    .replace(/,(?=\s*\})/g, "");
}
