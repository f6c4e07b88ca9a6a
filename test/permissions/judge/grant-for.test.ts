import { describe, expect, it } from "vitest";
import { grantFor, judge, type PermissionRequest } from "../../../src/permissions/index.js";
import { allow, call, deny, path, rulesOf } from "../judging.js";

const session = { approved: true, remember: "session" } as const;

describe("grantFor", () => {
  it("remembers nothing for a rejection or a single approval", () => {
    const request = call("Edit", { paths: [path("a")] });
    expect(grantFor(request, { approved: false })).toEqual([]);
    expect(grantFor(request, { approved: true })).toEqual([]);
    expect(grantFor(request, { approved: true, remember: "once" })).toEqual([]);
  });

  it("returns the rules of the host after validation", () => {
    const rules = [allow({ tool: "Bash", command: "npm *" })];
    expect(grantFor(call("Bash", { command: "npm test" }), { approved: true, remember: rules })).toEqual(
      rules,
    );
    const broken = { approved: true, remember: [{ verdict: "yes" }] } as never;
    expect(() => grantFor(call("Bash", { command: "npm test" }), broken)).toThrow(RangeError);
  });

  it.each<[PermissionRequest, readonly object[]]>([
    [call("Bash", { command: "npm test" }), [{ tool: "Bash", command: "npm test", verdict: "allow" }]],
    [
      call("Edit", { paths: [path("a.ts")] }),
      [{ tool: "edit_file", path: "/work/app/a.ts", verdict: "allow" }],
    ],
    [
      call("Move", { paths: [path("a"), path("/tmp/b")] }),
      [
        { tool: "Move", path: "/work/app/a", verdict: "allow" },
        { tool: "Move", path: "/tmp/b", verdict: "allow" },
      ],
    ],
    [
      call("Fetch", { hosts: ["example.org"] }),
      [{ tool: "read_web_page", host: "example.org", verdict: "allow" }],
    ],
    [call("GitHub"), [{ tool: "mcp__github__search", verdict: "allow" }]],
    [
      call("Bash", { command: "cat /tmp/x", paths: [path("/tmp/x", "read")] }),
      [
        { tool: "Bash", command: "cat /tmp/x", verdict: "allow" },
        { tool: "Bash", command: "cat /tmp/x", path: "/tmp/x", verdict: "allow" },
      ],
    ],
  ])("remembers exactly what was approved, for the canonical name of the tool: %j", (request, rules) => {
    expect(grantFor(request, session)).toEqual(rules);
    expect(grantFor(request)).toEqual(rules);
  });

  it.each([
    "bash build.sh",
    "sh -c ls",
    "/bin/bash x",
    "python x.py",
    "python3.12 x.py",
    "node x.js",
    "env ls",
    "xargs ls",
    "sudo ls",
    "timeout 5 ls",
    "npx x",
    "make",
    "ls; ls",
    "ls && ls",
    "ls > x",
    "ls *",
    "ls\nls",
    "cat $X",
    "A=1 ls",
  ])("remembers no interpreter, wrapper or command that is not plain: %j", (command) => {
    expect(grantFor(call("Bash", { command }), session)).toEqual([]);
  });

  it.each([
    "make build",
    "docker ps",
    "docker compose up -d",
    "kubectl get pods -A",
    "kubectl rollout status deploy/x",
    "bun test",
    "bun run dev",
    "deno test",
    "deno task build",
  ])("remembers a command whose action names what the project defines: %j", (command) => {
    const expected = [{ tool: "Bash", command, verdict: "allow" }];
    expect(grantFor(call("Bash", { command }), session)).toEqual(expected);
  });

  it.each([
    "make -f other.mk build",
    "make SHELL=/tmp/x build",
    "make --eval=x build",
    "docker run x",
    "docker exec x ls",
    "docker compose run x",
    "docker compose exec x ls",
    "docker cp a b:c",
    "kubectl exec pod -- ls",
    "kubectl apply -f x.yaml",
    "kubectl run x",
    "bun x.ts",
    "bun x cowsay",
    "bun -e 1",
    "deno run x.ts",
    "deno eval 1",
    "deno x.ts",
    "docker",
    "/tmp/docker ps",
  ])("remembers no command that runs what its arguments say: %j", (command) => {
    expect(grantFor(call("Bash", { command }), session)).toEqual([]);
  });

  it.each(["Edit", "Delete", "Move", "Bash"] as const)("remembers nothing for %s without facts", (tool) => {
    expect(grantFor(call(tool), session)).toEqual([]);
  });

  it.each<[PermissionRequest, PermissionRequest[]]>([
    [
      call("Bash", { command: "npm test" }),
      [
        call("Bash", { command: "npm test; id" }),
        call("Bash", { command: "npm test x" }),
        call("Bash", { command: "npm testx" }),
        call("Bash", { command: "npm test\nid" }),
      ],
    ],
    [
      call("Edit", { paths: [path("src/[id]/{a,b}/*?.ts")] }),
      [
        call("Edit", { paths: [path("src/i/a/x1.ts")] }),
        call("Edit", { paths: [path("src/[id]/a/*?.ts")] }),
        call("Delete", { paths: [path("src/[id]/{a,b}/*?.ts", "delete")] }),
        call("Edit", { paths: [path("src/[id]/{a,b}/*?.ts"), path("src/b")] }),
      ],
    ],
    [
      call("Edit", { paths: [path("a\\b")] }),
      [call("Edit", { paths: [path("a/b")] }), call("Edit", { paths: [path("ab")] })],
    ],
    [
      call("Edit", { paths: [path(".git/hooks/x", "write", { protected: true })] }),
      [call("Edit", { paths: [path(".git/hooks/y", "write", { protected: true })] })],
    ],
    [call("Fetch", { hosts: ["example.org"] }), [call("Fetch", { hosts: ["www.example.org"] })]],
    [
      call("Bash", { command: "cat /tmp/x", paths: [path("/tmp/x", "read")] }),
      [call("Bash", { command: "cat /tmp/x", paths: [path("/tmp/x", "read", { path: "/etc/shadow" })] })],
    ],
  ])("covers the same call again and no other: %j", (request, others) => {
    const rules = rulesOf("default", { grants: grantFor(request, session) });
    expect(judge(request, rules)).toMatchObject({ verdict: "allow", source: "grant" });
    for (const other of others) expect(judge(other, rules).verdict, JSON.stringify(other)).toBe("ask");
  });

  it("covers a Windows path", () => {
    const file = { ...path("x"), path: "C:\\work\\app\\[a].ts", insideRoots: true };
    const request = call("Edit", { paths: [file] });
    const place = { cwd: "C:\\work\\app", separator: "\\", caseSensitive: false } as const;
    const rules = { ...rulesOf("default"), ...place, grants: grantFor(request, session) };
    expect(judge(request, rules).verdict).toBe("allow");
    const other = { ...file, path: "C:\\work\\app\\a.ts" };
    expect(judge(call("Edit", { paths: [other] }), rules).verdict).toBe("ask");
  });

  it("never overrides a deny rule", () => {
    const request = call("Bash", { command: "git push" });
    const rules = rulesOf([deny({ command: "git push *" })], { grants: grantFor(request, session) });
    expect(judge(request, rules).verdict).toBe("deny");
  });
});
