import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { importPackage } from "./import-package.js";
import type { Peer } from "./peer.js";

interface AiTool {
  readonly inputSchema: unknown;
  readonly execute: (input: never, options: object) => Promise<string>;
}

interface Ai {
  readonly tool: (definition: object) => AiTool;
  readonly asSchema: (schema: unknown) => {
    readonly validate?: (
      value: unknown,
    ) => Promise<{ readonly success: boolean; readonly value: unknown; readonly error?: unknown }>;
  };
}

interface Zod {
  readonly object: (shape: object) => unknown;
  readonly string: () => unknown;
  readonly number: () => unknown;
}

const run = promisify(execFile);
/** Characters of an output that a careful author returns. */
const RETURNED_CHARACTERS = 30_000;

/** Hand-written tools of the AI SDK: each input is validated as the SDK does it, then the function of the tool runs. */
export const aiSdk: Peer = {
  id: "ai-sdk",
  title: "AI SDK, own tools",
  package: "ai",
  needs: ["zod"],
  open: async (folder) => {
    const { tool, asSchema } = await importPackage<Ai>("ai");
    const z = await importPackage<Zod>("zod");
    const tools = {
      read: tool({
        inputSchema: z.object({ path: z.string(), first: z.number(), lines: z.number() }),
        execute: async ({ path, first, lines }: { path: string; first: number; lines: number }) =>
          (await readFile(join(folder, path), "utf8"))
            .split("\n")
            .slice(first - 1, first - 1 + lines)
            .join("\n"),
      }),
      edit: tool({
        inputSchema: z.object({ path: z.string(), old: z.string(), next: z.string() }),
        execute: async ({ path, old, next }: { path: string; old: string; next: string }) => {
          const text = await readFile(join(folder, path), "utf8");
          if (old === "" || !text.includes(old)) throw new Error("old was not found");
          if (text.indexOf(old) !== text.lastIndexOf(old)) throw new Error("old was found more than once");
          await writeFile(
            join(folder, path),
            text.replace(old, () => next),
          );
          return "done";
        },
      }),
      grep: tool({
        inputSchema: z.object({ pattern: z.string() }),
        execute: async ({ pattern }: { pattern: string }) =>
          (await run("grep", ["-rnE", "-e", pattern, "."], { cwd: folder, maxBuffer: 2 ** 30 })).stdout,
      }),
      glob: tool({
        inputSchema: z.object({ pattern: z.string() }),
        execute: async ({ pattern }: { pattern: string }) => {
          const ending = pattern.slice(pattern.lastIndexOf("*") + 1);
          const paths = await readdir(folder, { recursive: true });
          return paths.filter((path) => path.endsWith(ending)).join("\n");
        },
      }),
      bash: tool({
        inputSchema: z.object({ command: z.string() }),
        execute: async ({ command }: { command: string }, { abortSignal }: { abortSignal?: AbortSignal }) => {
          const options = { cwd: folder, maxBuffer: 2 ** 30, ...(abortSignal && { signal: abortSignal }) };
          return (await run("bash", ["-c", command], options)).stdout.slice(-RETURNED_CHARACTERS);
        },
      }),
    };
    const call = async (name: keyof typeof tools, input: unknown, signal?: AbortSignal) => {
      const checked = await asSchema(tools[name].inputSchema).validate?.(input);
      if (checked?.success !== true) throw new Error(String(checked?.error));
      return tools[name].execute(checked.value as never, {
        toolCallId: "1",
        messages: [],
        abortSignal: signal,
      });
    };
    return {
      read: (request) => call("read", request),
      edit: ({ path, old, next }) => call("edit", { path, old, next }),
      grep: (pattern) => call("grep", { pattern }),
      glob: (pattern) => call("glob", { pattern }),
      command: ({ command, signal }) => call("bash", { command }, signal),
    };
  },
};
