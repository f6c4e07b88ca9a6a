import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime, type ToolCall, type ToolResult } from "collet";
import { codeMode } from "collet/code-mode";

const FILES = 40;

/** Characters of one token, on average over code and prose. */
const CHARACTERS_PER_TOKEN = 4;

/** The program that replaces the calls: it finds the services without a time limit. */
const PROGRAM = `const { files } = await tools.glob({ filePattern: "*.json" });
const texts = await Promise.all(files.map((path) => tools.Read({ path })));
const open = files.filter((_, i) => !texts[i].includes('"timeoutMs"'));
text(files.length, "services,", open.length, "without timeoutMs:");
open.map((path) => path.split("/").at(-1)).join(", ")`;

/** The tokens of both ways, and the answer of the program. */
export interface Comparison {
  readonly direct: number;
  readonly program: number;
  readonly calls: number;
  readonly answer: string;
}

/** Reads 40 files with one call each, and with one program. */
export async function compareWays(): Promise<Comparison> {
  const cwd = await mkdtemp(join(tmpdir(), "collet-code-mode-"));
  try {
    await writeServices(cwd);
    await using runtime = createToolRuntime({ cwd });
    codeMode(runtime);
    const reads = Array.from({ length: FILES }, (_, n) => read(join(cwd, nameOf(n)), n));
    const direct = await runtime.executeBatch(reads);
    const call = { id: "program", name: "run_code", input: { code: PROGRAM } };
    const result = await runtime.execute(call);
    return {
      direct: tokens(reads, direct),
      program: tokens([call], [result]),
      calls: reads.length,
      answer: textOf(result),
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function read(path: string, n: number): ToolCall {
  return { id: `read-${n}`, name: "Read", input: { path } };
}

function nameOf(n: number): string {
  return `service-${String(n).padStart(2, "0")}.json`;
}

async function writeServices(folder: string): Promise<void> {
  for (let n = 0; n < FILES; n += 1) {
    const routes = Array.from({ length: 12 }, (_, i) => ({
      path: `/v1/items/${n}/${i}`,
      method: "GET",
      cache: i * 10,
    }));
    const limits = n % 9 === 4 ? {} : { timeoutMs: 5_000 };
    const service = { name: `service-${n}`, port: 8_000 + n, ...limits, routes };
    await writeFile(join(folder, nameOf(n)), JSON.stringify(service, null, 2));
  }
}

/** Returns the tokens that the model writes for the calls and reads of the results. */
function tokens(calls: readonly ToolCall[], results: readonly ToolResult[]): number {
  const written = calls.map(({ name, input }) => name.length + JSON.stringify(input).length);
  const shown = results.map((result) => textOf(result).length);
  return Math.round([...written, ...shown].reduce((sum, each) => sum + each, 0) / CHARACTERS_PER_TOKEN);
}

function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
