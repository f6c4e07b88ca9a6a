import { describe, expect, it } from "vitest";
import { type ExecutionPlan, renderPlan } from "../../../src/batching/index.js";

const plan: ExecutionPlan = {
  calls: [
    {
      callId: "c1",
      toolName: "Read",
      requestedName: "Read",
      decision: { verdict: "allow", source: "kind" },
      resourceKeys: [{ key: "file:/w/a", mode: "read" }],
      waitsFor: [],
    },
    {
      callId: "c2",
      toolName: "Grep",
      requestedName: "grep",
      decision: { verdict: "allow", source: "kind" },
      resourceKeys: [{ key: "directory:/w", mode: "read", scope: "subtree" }],
      waitsFor: [],
    },
    {
      callId: "c3",
      toolName: "Edit",
      requestedName: "Edit",
      decision: { verdict: "ask", source: "kind" },
      resourceKeys: [{ key: "file:/w/a", mode: "write" }],
      waitsFor: ["c1", "c2"],
    },
    {
      callId: "c4",
      toolName: "Bash",
      requestedName: "Bash",
      decision: { verdict: "ask", source: "kind" },
      resourceKeys: "all",
      waitsFor: ["c3"],
      waitsForMore: true,
    },
    {
      callId: "c5",
      toolName: "Nope",
      requestedName: "Nope",
      error: { errorCode: "unknown-tool", message: "There is no tool 'Nope'." },
      resourceKeys: [],
      waitsFor: [],
    },
  ],
  batches: [["c1", "c2"], ["c3"], ["c4"]],
  conflicts: [
    { earlier: "c1", later: "c3", key: "file:/w/a", reason: "both touch /w/a, the second writes" },
    {
      earlier: "c2",
      later: "c3",
      key: "file:/w/a",
      reason: "the first reads all below /w, the second writes /w/a",
    },
    { earlier: "c3", later: "c4", reason: "Bash runs alone" },
  ],
};

describe("renderPlan", () => {
  it("draws a plan as text", () => {
    expect(renderPlan(plan, "text")).toBe(
      [
        "5 calls in 3 batches",
        "",
        "batch 1",
        "  c1 Read (allow), reads /w/a",
        "  c2 Grep (allow), reads all below /w",
        "",
        "batch 2",
        "  c3 Edit (ask), writes /w/a",
        "",
        "batch 3",
        "  c4 Bash (ask), may touch anything",
        "",
        "will not run",
        "  c5 Nope: unknown-tool, There is no tool 'Nope'.",
        "",
        "waits",
        "  c3 for c1: both touch /w/a, the second writes",
        "  c3 for c2: the first reads all below /w, the second writes /w/a",
        "  c4 for c3: Bash runs alone",
        "  c4 for more calls than are listed here",
      ].join("\n"),
    );
  });

  it("draws a plan as a Mermaid flow chart", () => {
    expect(renderPlan(plan, "mermaid")).toBe(
      [
        "flowchart LR",
        '  subgraph batch1["batch 1"]',
        '    call1["Read c1"]',
        '    call2["Grep c2"]',
        "  end",
        '  subgraph batch2["batch 2"]',
        '    call3["Edit c3 #40;ask#41;"]',
        "  end",
        '  subgraph batch3["batch 3"]',
        '    call4["Bash c4 #40;ask#41;"]',
        "  end",
        '  call1 -->|"both touch /w/a, the second writes"| call3',
        '  call2 -->|"the first reads all below /w, the second writes /w/a"| call3',
        '  call3 -->|"Bash runs alone"| call4',
      ].join("\n"),
    );
  });

  it("draws an empty plan", () => {
    const empty = { calls: [], batches: [], conflicts: [] };
    expect(renderPlan(empty, "text")).toBe("0 calls in 0 batches");
    expect(renderPlan(empty, "mermaid")).toBe("flowchart LR");
  });

  it("shows the first few keys of many", () => {
    const resourceKeys = Array.from({ length: 9 }, (_, index) => ({
      key: `file:/${index}`,
      mode: "write" as const,
    }));
    const text = renderPlan(
      {
        calls: [{ callId: "1", toolName: "Patch", requestedName: "Patch", resourceKeys, waitsFor: [] }],
        batches: [["1"]],
        conflicts: [],
      },
      "text",
    );
    expect(text).toContain("1 Patch, writes /0, writes /1, writes /2, writes /3 and 5 more");
  });

  it("lets no name, id or path break out of its line, its label or the terminal", () => {
    const evil = 'x"]\n  click call1 "javascript:alert(1)"\u001b[2J\u202e#quot;<script>';
    const attack: ExecutionPlan = {
      calls: ["1", evil].map((callId) => ({
        callId,
        toolName: evil,
        requestedName: evil,
        error: { errorCode: evil, message: evil },
        resourceKeys: [{ key: `file:/${evil}`, mode: "read" }],
        waitsFor: [],
      })),
      batches: [[evil]],
      conflicts: [{ earlier: "1", later: evil, reason: evil }],
    };
    const text = renderPlan(attack, "text");
    expect(text.includes("\u001b") || text.includes("\u202e")).toBe(false);
    expect(text.split("\n").filter((line) => line.includes("click"))).toHaveLength(3);
    expect(text).not.toMatch(/^\s*click/m);
    const chart = renderPlan(attack, "mermaid");
    expect(chart).not.toMatch(/^\s*click/m);
    expect(chart).not.toMatch(/[<>](?!\|)|#quot;/);
    // Two quotes for each label, and none inside one.
    for (const line of chart.split("\n")) expect([0, 2]).toContain(line.split('"').length - 1);
  });

  it("refuses another format", () => {
    expect(() => renderPlan(plan, "svg" as "text")).toThrow(
      'format must be "text" or "mermaid", but it is svg.',
    );
  });
});
