import { mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ToolResult } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import type { ToolsetReference } from "../../src/toolsets/index.js";

/** A folder and a runtime in it in which everything is allowed. */
export interface ToolsetWorld {
  /** Real path. */
  readonly cwd: string;
  call(name: string, input: unknown): Promise<ToolResult>;
  /** What the model reads of a call, the folder shown as `/project`. */
  text(name: string, input: unknown): Promise<string>;
  /** Writes files, each a second older than the one before it. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  file(name: string): Promise<string>;
}

/** Sets up a world that is cleared away when the test has finished. */
export async function toolsetWorld(toolset: ToolsetReference): Promise<ToolsetWorld> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-toolset-")));
  const runtime = createToolRuntime({ cwd, toolset, permissions: "allow-all" });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await rm(cwd, { recursive: true, force: true });
  });
  let calls = 0;
  const call = (name: string, input: unknown) => {
    calls += 1;
    return runtime.execute({ id: String(calls), name, input });
  };
  return {
    cwd,
    call,
    async text(name, input) {
      const { content } = await call(name, input);
      const text = content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("\n");
      return text.replaceAll(cwd, "/project");
    },
    async write(files) {
      let seconds = 1_700_000_000;
      for (const [name, content] of Object.entries(files)) {
        const path = join(cwd, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
        await utimes(path, seconds, seconds);
        seconds -= 1;
      }
    },
    file: (name) => readFile(join(cwd, name), "utf8"),
  };
}
