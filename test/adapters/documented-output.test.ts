import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { toTools } from "../../src/adapters/google/index.js";
import { parseToolCalls } from "../../src/adapters/openai/index.js";
import { createToolRuntime } from "../../src/index.js";
import { tool } from "./hostile-tools.js";

const docs = resolve(import.meta.dirname, "../../docs");
const page = readFileSync(resolve(docs, "providers.md"), "utf8");
const commandLine = readFileSync(resolve(docs, "command-line.md"), "utf8");

describe("docs/providers.md", () => {
  it("shows the real warnings", () => {
    const lines: string[] = [];
    const schema = { type: "object", properties: { "filter[name]": { type: "string", minLength: 1 } } };
    toTools([tool(schema, "read file", "Reads.")], {
      onWarning: ({ type, message }) => lines.push(`${type} ${message}`),
    });
    expect(page).toContain(`\n${lines.join("\n")}\n`);
    expect(lines).toHaveLength(3);
  });

  it("shows the real error for arguments that break off", async () => {
    await using runtime = createToolRuntime();
    const call = { type: "function_call", call_id: "1", name: "Read", arguments: '{"path":"a.t' };
    const [result] = await runtime.executeBatch(parseToolCalls([call]));
    expect(page).toContain(`\n${result?.error?.message}\n`);
  });
});

describe("docs/command-line.md", () => {
  it("shows the real result of a command without an approver", async () => {
    await using runtime = createToolRuntime();
    const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd: "rm -rf build" } });
    expect(commandLine).toContain(`\n${result.error?.message}\n`);
  });
});
