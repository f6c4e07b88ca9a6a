import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool } from "../../src/index.js";
import { TOOLSETS, toolGuidance } from "../../src/toolsets/index.js";

const toolsets = Object.values(TOOLSETS).filter(({ name }) => name !== "none");

describe("toolGuidance", () => {
  it("prefers the search tool over the shell, and an edit over a write, as Claude Code does", () => {
    const text = toolGuidance(TOOLSETS["claude-code"].tools);
    expect(text).toContain("- To search in the contents of files, use `Grep`, not `Bash` with grep or rg:");
    expect(text).toContain("- To change part of a file, use `Edit`; `Write` replaces all of it");
    expect(text).toContain(
      "Make several changes of one file in a single `MultiEdit`, not in one `Edit` after the other.",
    );
  });

  it.each(toolsets.map((toolset) => [toolset.name, toolset] as const))(
    "speaks of %s's tools only, each line one sentence or two, the same every time",
    (name, { tools }) => {
      const text = toolGuidance(tools);
      expect(text).toBe(toolGuidance([...tools]));
      const named = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
      expect(named.length, name).toBeGreaterThan(5);
      for (const tool of named) expect(tools.map((own) => own.name as string)).toContain(tool);
      for (const line of text.split("\n")) expect(line).toMatch(/^- [^\n]+\.$/);
    },
  );

  it("mentions the shell and the search only if they exist", () => {
    const { tools } = TOOLSETS.amp;
    const text = toolGuidance(tools.filter(({ name }) => name !== "Bash" && name !== "Grep"));
    expect(text).not.toMatch(/Bash|Grep/);
    expect(text).toContain("To find files by their names use `glob`.");
  });

  it("leaves out what a mode or a rule hides, given the runtime's tools", async () => {
    await using runtime = createToolRuntime({ mode: { includeTools: ["Read", "glob"] } });
    expect(toolGuidance(runtime.tools())).toBe(
      [
        "- To find files by their names use `glob`.",
        "- To look at a file use `Read`. Of a long file read the part that matters.",
        "- Send calls that do not need each other's results together: `Read`, `glob` run at the same time.",
      ].join("\n"),
    );
  });

  it("lets a tool of the host's speak for itself, and takes no such tool for a built-in one", () => {
    const tool = defineTool({
      name: "Grep",
      description: "Finds tickets.",
      inputSchema: z.object({}),
      metadata: { guidance: "For anything about customers ask here first." },
      execute: () => "",
    });
    expect(toolGuidance([tool])).toBe("- `Grep`: For anything about customers ask here first.");
  });

  it("returns an empty text without advice", () => {
    expect(toolGuidance([])).toBe("");
  });
});
