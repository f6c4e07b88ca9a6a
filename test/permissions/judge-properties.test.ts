import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PermissionRule, Verdict } from "../../src/contract/index.js";
import { judge, type PermissionRequest } from "../../src/permissions/index.js";
import { call, path, rulesOf } from "./judging.js";

const STRICTNESS: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };

const rule = (verdict: fc.Arbitrary<Verdict>): fc.Arbitrary<PermissionRule> =>
  fc.record(
    {
      verdict,
      tool: fc.constantFrom("Bash", "run_terminal_command", "edit_file", "Edit", "read_file", "*", "mcp__*"),
      kind: fc.constantFrom("execute", "edit", "read", "delete", "fetch", "other"),
      path: fc.constantFrom("**", "/**", "src/**", "src/*", "/etc/**", "**/*.ts", ".git/**", "~/x"),
      command: fc.constantFrom("*", "git *", "git push *", "ls", "rm *"),
      host: fc.constantFrom("*", "example.org", "*.org"),
    },
    { requiredKeys: ["verdict"] },
  ) as fc.Arbitrary<PermissionRule>;

const anyRule = rule(fc.constantFrom("allow", "ask", "deny"));
const judgedPath = fc.tuple(
  fc.constantFrom("src/a.ts", "src/deep/b.ts", "lib/c", ".git/hooks/x", "/etc/hosts", "src/../lib/c", "src"),
  fc.constantFrom("read" as const, "write" as const, "delete" as const),
  fc.boolean(),
  fc.boolean(),
);
const request: fc.Arbitrary<PermissionRequest> = fc
  .record({
    tool: fc.constantFrom("Bash", "Read", "Edit", "Delete", "Move", "Fetch", "GitHub", "Plan" as const),
    paths: fc.array(judgedPath, { maxLength: 3 }),
    hosts: fc.array(fc.constantFrom("example.org", "evil.com"), { maxLength: 2 }),
    command: fc.option(
      fc.constantFrom(
        "ls",
        "git push",
        "git log; rm x",
        "$X y",
        "bash x.sh",
        "git push origin main",
        "rm 'a b'",
      ),
      { nil: undefined },
    ),
  })
  .map(({ tool, paths, hosts, command }) =>
    call(tool as "Bash", {
      paths: paths.map(([name, access, isProtected, secret]) =>
        path(name, access, { protected: isProtected, secret }),
      ),
      hosts,
      ...(command === undefined ? {} : { command }),
    }),
  );
const rules = fc.array(anyRule, { maxLength: 6 });
const preset = fc.constantFrom("default", "read-only", "amp", "allow-all" as const);

describe("judge with random rules", () => {
  it("never becomes more permissive through an additional deny rule in any position", () => {
    fc.assert(
      fc.property(
        request,
        preset,
        rules,
        rule(fc.constant("deny")),
        fc.nat(),
        (asked, base, list, deny, at) => {
          const before = judge(asked, rulesOf({ preset: base, rules: list }));
          const place = at % (list.length + 1);
          const after = judge(
            asked,
            rulesOf({ preset: base, rules: [...list.slice(0, place), deny, ...list.slice(place)] }),
          );
          expect(STRICTNESS[after.verdict]).toBeGreaterThanOrEqual(STRICTNESS[before.verdict]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("does not depend on the position of deny rules", () => {
    fc.assert(
      fc.property(request, preset, rules, (asked, base, list) => {
        const denies = list.filter(({ verdict }) => verdict === "deny");
        const others = list.filter(({ verdict }) => verdict !== "deny");
        const one = judge(asked, rulesOf({ preset: base, rules: [...denies.reverse(), ...others] }));
        const other = judge(asked, rulesOf({ preset: base, rules: list }));
        expect(one.verdict).toBe(other.verdict);
      }),
      { numRuns: 500 },
    );
  });

  it("returns the same verdict for each name of a tool in a rule", () => {
    fc.assert(
      fc.property(request, rules, (asked, list) => {
        const renamed = list.map((each) =>
          asked.names.includes(each.tool ?? "") ? { ...each, tool: asked.names[0] ?? "" } : each,
        );
        expect(judge(asked, rulesOf(renamed)).verdict).toBe(judge(asked, rulesOf(list)).verdict);
      }),
      { numRuns: 400 },
    );
  });

  it("judges several paths and hosts as strictly as the strictest of them", () => {
    fc.assert(
      fc.property(request, preset, rules, (asked, base, list) => {
        fc.pre(
          asked.facts.command === undefined &&
            list.every((each) => each.path === undefined || each.host === undefined),
        );
        const ruleSet = rulesOf({ preset: base, rules: list });
        const { paths = [], hosts = [] } = asked.facts;
        const single = [
          ...paths.map((one) => judge({ ...asked, facts: { paths: [one] } }, ruleSet)),
          ...hosts.map((one) => judge({ ...asked, facts: { hosts: [one] } }, ruleSet)),
        ];
        fc.pre(single.length > 0);
        const strictest = Math.max(...single.map(({ verdict }) => STRICTNESS[verdict]));
        expect(STRICTNESS[judge(asked, ruleSet).verdict]).toBe(strictest);
      }),
      { numRuns: 500 },
    );
  });

  it("runs nothing outside the roots and changes nothing protected unless a rule names the path", () => {
    fc.assert(
      fc.property(request, fc.constantFrom("default", "amp" as const), rules, (asked, base, list) => {
        fc.pre(list.every((each) => each.path === undefined));
        const sensitive = (asked.facts.paths ?? []).some(
          (each) => !each.insideRoots || (each.protected && each.access !== "read"),
        );
        fc.pre(sensitive);
        expect(judge(asked, rulesOf({ preset: base, rules: list })).verdict).not.toBe("allow");
      }),
      { numRuns: 400 },
    );
  });

  it("names the rule if a rule decided, as plain JSON", () => {
    fc.assert(
      fc.property(request, preset, rules, (asked, base, list) => {
        const decision = judge(asked, rulesOf({ preset: base, rules: list }));
        expect(decision.rule !== undefined).toBe(decision.source === "rule" || decision.source === "grant");
        expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
      }),
      { numRuns: 300 },
    );
  });
});
