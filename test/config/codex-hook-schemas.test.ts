import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireCodexAnswer } from "../../src/config/hooks/codex-answer.js";
import {
  readAfterAnswer,
  readBeforeAnswer,
  readPermissionAnswer,
} from "../../src/config/hooks/read-answer.js";
import { readLifecycleAnswer } from "../../src/config/hooks/read-lifecycle-answer.js";
import { CODEX_EVENTS, type CodexEvent, outputSchemaOf, violations } from "./codex-hook-schemas.js";

const printed = (answer: object) => ({ exitCode: 0, stdout: JSON.stringify(answer), stderr: "" });

/** Values of every type, often a plausible one. */
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, "", "text", 7, [], {}, { command: "x" }),
  fc.constantFrom("allow", "deny", "ask", "block", "approve"),
);
const fields = (...names: readonly string[]) =>
  fc.record(Object.fromEntries([...names, "bogus"].map((name) => [name, value])), { requiredKeys: [] });

const decision = fc.oneof(
  fields("behavior", "message", "interrupt", "updatedInput", "updatedPermissions"),
  fc.record({ behavior: fc.constantFrom("allow", "deny"), message: fc.constantFrom("no", null) }),
  value,
);

const PLAUSIBLE = {
  permissionDecision: fc.constantFrom("allow", "ask", "deny"),
  permissionDecisionReason: fc.constant("why"),
  updatedInput: fc.constant({ command: "other" }),
  additionalContext: fc.constantFrom("more", null),
  updatedMCPToolOutput: fc.constant("output"),
  decision,
  env: fc.constantFrom<unknown>({ A: "b" }, { A: 1 }),
};
/** Fields of `hookSpecificOutput` that the events have. */
const SPECIFIC: Readonly<Partial<Record<CodexEvent, readonly (keyof typeof PLAUSIBLE)[]>>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"],
  PermissionRequest: ["decision"],
  PostToolUse: ["additionalContext", "updatedMCPToolOutput"],
  SessionStart: ["additionalContext", "env"],
};

/** Answers that are often permitted: each part is either plausible or arbitrary. */
const answers = (event: CodexEvent) => {
  const plausible = (names: readonly (keyof typeof PLAUSIBLE)[], hookEventName: string = event) =>
    fc.record(
      {
        hookEventName: fc.constant(hookEventName),
        ...Object.fromEntries(names.map((name) => [name, PLAUSIBLE[name]])),
      },
      { requiredKeys: ["hookEventName"] },
    );
  const own = SPECIFIC[event] ?? ["additionalContext"];
  const arbitrary = fc.oneof(plausible(own, "Other"), plausible(["env", ...own]), fields(...own), value);
  const specific = fc.oneof({ weight: 4, arbitrary: plausible(own) }, { weight: 1, arbitrary });
  const sometimes = (part: ReturnType<typeof fields>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: part });
  return fc
    .tuple(
      sometimes(fields("continue", "stopReason", "suppressOutput", "systemMessage")),
      sometimes(fields("decision", "reason")),
      fc.option(specific, { nil: undefined }),
    )
    .map(
      ([common, blocking, hookSpecificOutput]): Record<string, unknown> => ({
        ...common,
        ...blocking,
        ...(hookSpecificOutput !== undefined && { hookSpecificOutput }),
      }),
    );
};

function threw(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

describe("answers of hooks of Codex", () => {
  it.each(CODEX_EVENTS)("count for %s exactly if the published schema permits them", (event) => {
    const schema = outputSchemaOf(event);
    let permitted = 0;
    fc.assert(
      fc.property(answers(event), (answer) => {
        const found = violations(schema, answer);
        if (found.length === 0) permitted += 1;
        expect(threw(() => requireCodexAnswer(answer, event))).toBe(found.length > 0);
      }),
      { numRuns: 1000 },
    );
    expect(permitted).toBeGreaterThan(20);
  });

  it("never allow a call, and change its input only by a permitted allow", () => {
    const schema = outputSchemaOf("PreToolUse");
    const changed: unknown[] = [];
    fc.assert(
      fc.property(answers("PreToolUse"), (answer) => {
        let read: ReturnType<typeof readBeforeAnswer> = {};
        try {
          read = readBeforeAnswer(printed(answer), "codex");
        } catch {}
        expect(read.verdict).not.toBe("allow");
        if (read.input === undefined || read.verdict === "deny") return;
        changed.push(answer);
        expect(violations(schema, answer)).toEqual([]);
        expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
      }),
      { numRuns: 2000 },
    );
    expect(changed.length).toBeGreaterThan(20);
  });

  it("answer a question of permission with yes only if the schema permits it", () => {
    const schema = outputSchemaOf("PermissionRequest");
    let approvals = 0;
    fc.assert(
      fc.property(answers("PermissionRequest"), (answer) => {
        let read: ReturnType<typeof readPermissionAnswer>;
        try {
          read = readPermissionAnswer(printed(answer), "codex");
        } catch {}
        if (read?.approved !== true) return;
        approvals += 1;
        expect(violations(schema, answer)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
    expect(approvals).toBeGreaterThan(20);
  });

  it("refuse even if another field is not permitted", () => {
    const bogus = { bogus: 1 };
    expect(readBeforeAnswer(printed({ ...bogus, decision: "block" }), "codex").verdict).toBe("deny");
    expect(readAfterAnswer(printed({ ...bogus, decision: "block", reason: "bad" }), "codex").block).toBe(
      "bad",
    );
    const denied = { ...bogus, hookSpecificOutput: { decision: { behavior: "deny", message: "frozen" } } };
    expect(readPermissionAnswer(printed(denied), "codex")).toEqual({ approved: false, reason: "frozen" });
    const stop = { event: "Stop", dialect: { owner: "codex" } } as Parameters<typeof readLifecycleAnswer>[1];
    const blocked = printed({ ...bogus, decision: "block", reason: "go on" });
    expect(readLifecycleAnswer(blocked, stop).blocked).toBe("go on");
    expect(() => readLifecycleAnswer(printed(bogus), stop)).toThrow("Codex does not permit its answer");
  });
});
