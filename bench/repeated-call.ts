// Makes one kind of call several times in a separate process: `system-calls.ts` counts its system calls.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime, defineTool, type ToolResult } from "collet";
import * as z from "zod";

const [kind = "", count = "0"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
mkdirSync(join(folder, "src/parts"), { recursive: true });
const path = join(folder, "src/parts/part.ts");
writeFileSync(path, `${"export const value = 12345;\n".repeat(380)}const marker = 0;\n`);
const noop = defineTool({
  name: "noop",
  description: "Does nothing.",
  kind: "think",
  inputSchema: z.object({}),
  executionProfile: { resourceKeys: () => [{ key: path, mode: "write" }] },
  execute: () => "ok",
});
const runtime = createToolRuntime({ cwd: folder, tools: [noop], permissions: "allow-all" });

const CALLS: Readonly<Record<string, (index: number) => Promise<ToolResult>>> = {
  read: (index) => runtime.execute({ id: `${index}`, name: "Read", input: { path } }),
  edit: (index) =>
    runtime.execute({
      id: `${index}`,
      name: "edit_file",
      input: { path, old_str: `marker = ${index};`, new_str: `marker = ${index + 1};` },
    }),
  noop: (index) => runtime.execute({ id: `${index}`, name: "noop", input: {} }),
};

for (let index = 0; index < Number(count); index += 1) {
  const result = await CALLS[kind]?.(index);
  if (result?.status !== "done") throw new Error(`The call failed: ${result?.error?.message}`);
}
await runtime[Symbol.asyncDispose]();
rmSync(folder, { recursive: true });
