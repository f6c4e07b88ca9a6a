import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { ToolDefinition } from "../../../src/core.js";
import { createToolRuntime, defineTool, z } from "../fixtures.js";

const files = {
  "/w/a.txt": "a",
  "/w/secrets/key.txt": "k",
  "/out/b.txt": "b",
  "/w/loop": { symlinkTo: "loop" },
};

function toolFor(shape: z.ZodRawShape, parts: Partial<ToolDefinition<z.ZodObject, string>> = {}) {
  return defineTool({
    name: "look",
    description: "Looks at files without the context.",
    kind: "read",
    inputSchema: z.object(shape),
    execute: () => "seen",
    ...parts,
  });
}

async function explained(
  tool: ReturnType<typeof toolFor>,
  input: object,
  permissions?: Parameters<typeof createToolRuntime>[0] extends infer Options
    ? Options extends { permissions?: infer Permissions }
      ? Permissions
      : never
    : never,
) {
  await using runtime = createToolRuntime({
    tools: [tool],
    backend: memoryBackend({ files }),
    cwd: "/w",
    ...(permissions !== undefined && { permissions }),
  });
  const { decision } = await runtime.explain({ id: "1", name: "look", input });
  return decision;
}

const path = z.string();

describe("a tool without facts", () => {
  it("runs inside the roots, and asks outside of them", async () => {
    expect(await explained(toolFor({ path }), { path: "a.txt" })).toMatchObject({
      verdict: "allow",
      source: "kind",
    });
    for (const input of [{ path: "/out/b.txt" }, { path: "../out/b.txt" }, { path: "file:///out/b.txt" }]) {
      expect(await explained(toolFor({ path }), input)).toMatchObject({ verdict: "ask", source: "boundary" });
    }
  });

  it("asks for paths in lists and nested objects", async () => {
    const lists = toolFor({ paths: z.array(z.string()), files: z.array(z.object({ path })).default([]) });
    expect(await explained(lists, { paths: ["a.txt", "/out/b.txt"] })).toMatchObject({ verdict: "ask" });
    expect(await explained(lists, { paths: [], files: [{ path: "/out/b.txt" }] })).toMatchObject({
      verdict: "ask",
    });
    expect(await explained(lists, { paths: ["a.txt"] })).toMatchObject({ verdict: "allow" });
  });

  it("follows a deny rule for a path, even if a rule allows the tool", async () => {
    const rules = [
      { tool: "look", verdict: "allow" },
      { path: "secrets/**", verdict: "deny" },
    ] as const;
    expect(await explained(toolFor({ file: path }), { file: "secrets/key.txt" }, rules)).toMatchObject({
      verdict: "deny",
    });
    expect(await explained(toolFor({ file: path }), { file: "a.txt" }, rules)).toMatchObject({
      verdict: "allow",
    });
  });

  it("counts as writing unless it only reads", async () => {
    const other = toolFor({ path }, { kind: "other" });
    const rules = [{ tool: "look", verdict: "allow" }] as const;
    expect(await explained(other, { path: ".git/hooks/x" }, rules)).toMatchObject({
      verdict: "ask",
      source: "protected",
    });
  });

  it("asks if a parameter does not show its paths, unless a rule names the tool", async () => {
    const map = toolFor({ files: z.record(z.string(), z.string()) });
    const input = { files: { "/out/b.txt": "x" } };
    expect(await explained(map, input)).toEqual({
      verdict: "ask",
      source: "boundary",
      reason:
        "Which paths the call touches is not known: the tool 'look' declares no facts, and the parameter 'files' does not show them.",
    });
    expect(await explained(map, input, [{ verdict: "allow" }])).toMatchObject({ verdict: "ask" });
    expect(await explained(map, input, [{ tool: "look", verdict: "allow" }])).toMatchObject({
      verdict: "allow",
    });
    expect(await explained(map, input, "allow-all")).toMatchObject({ verdict: "allow" });
    const restricted = [
      { tool: "look", verdict: "allow" },
      { path: "secrets/**", verdict: "deny" },
    ] as const;
    expect(await explained(map, input, restricted)).toMatchObject({ verdict: "ask", source: "rule" });
  });

  it("never fails because a derived path cannot be looked up", async () => {
    const input = { path: "loop/x" };
    expect(await explained(toolFor({ path }), input)).toMatchObject({
      verdict: "ask",
      reason: 'Which paths the call touches is not known: "loop/x" could not be looked up.',
    });
  });

  it("declares with empty facts that its parameters are not paths", async () => {
    const route = toolFor({ path }, { facts: () => ({}) });
    expect(await explained(route, { path: "/users/1" })).toMatchObject({ verdict: "allow", source: "kind" });
  });

  it("follows only path rules without a backend, which has no roots", async () => {
    await using runtime = createToolRuntime({
      tools: [toolFor({ path })],
      permissions: [{ path: "/secret/**", verdict: "deny" }],
    });
    const decided = async (at: string) =>
      (await runtime.explain({ id: "1", name: "look", input: { path: at } })).decision?.verdict;
    expect(await decided("/anywhere")).toBe("allow");
    expect(await decided("/secret/x")).toBe("deny");
  });
});
