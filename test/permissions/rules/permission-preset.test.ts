import { describe, expect, it } from "vitest";
import type { Verdict } from "../../../src/contract/index.js";
import {
  AMP_ALLOWED_COMMANDS,
  AMP_ALWAYS_ALLOWED,
  type PermissionRequest,
  readCommand,
} from "../../../src/permissions/index.js";
import { allow, call, decide, path } from "../judging.js";

describe("the read-only preset", () => {
  it("allows reading, asks before fetching, and denies the rest despite allow rules", () => {
    const rules = { preset: "read-only", rules: [allow()] } as const;
    expect(decide(call("Read", { paths: [path("a", "read")] }), "read-only").verdict).toBe("allow");
    expect(decide(call("Fetch", { hosts: ["example.org"] }), "read-only").verdict).toBe("ask");
    expect(decide(call("Edit", { paths: [path("a")] }), rules)).toMatchObject({
      verdict: "deny",
      reason: "Only reading is allowed here.",
    });
    expect(decide(call("GitHub"), rules).verdict).toBe("deny");
  });
});

describe("the amp preset", () => {
  const tool = (name: string, kind: PermissionRequest["kind"]): PermissionRequest => ({
    names: [name],
    kind,
    source: "builtin",
    facts: {},
  });

  it.each(AMP_ALWAYS_ALLOWED)("never asks for %s", (name) => {
    expect(decide(tool(name, "other"), "amp").verdict).toBe("allow");
    expect(decide({ ...tool(name, "fetch"), facts: { hosts: ["example.org"] } }, "amp").verdict).toBe(
      "allow",
    );
  });

  it("asks for edits, except in .amp/", () => {
    expect(decide(call("Edit", { paths: [path("src/a.ts")] }), "amp").verdict).toBe("ask");
    expect(decide(call("Edit", { paths: [path(".amp/notes.md")] }), "amp").verdict).toBe("allow");
    expect(
      decide(call("Edit", { paths: [path(".amp/x", "write", { protected: true })] }), "amp").verdict,
    ).toBe("allow");
    expect(
      decide(call("Edit", { paths: [path(".amp/.git/hooks/x", "write", { protected: true })] }), "amp")
        .verdict,
    ).toBe("ask");
    const link = path(".amp/link", "write", { path: "/work/app/src/a.ts" });
    expect(decide(call("Edit", { paths: [link] }), "amp").verdict).toBe("ask");
    expect(decide(call("Edit", { paths: [path("/home/me/.amp/x")] }), "amp").source).toBe("boundary");
    expect(decide(call("Delete", { paths: [path(".amp/x", "delete")] }), "amp").verdict).toBe("ask");
  });

  it.each<[string, Verdict]>([
    ["git --version", "allow"],
    ["npm --version", "allow"],
    ["python3 --version", "allow"],
    ["pwd", "allow"],
    ["git --version x", "ask"],
    ["git --version; rm x", "ask"],
    ["git status", "ask"],
    ["git diff", "ask"],
    ["npm test", "ask"],
    ["npm install", "ask"],
    ["npx prettier --write .", "ask"],
    ["python -c 1", "ask"],
    ["python x.py", "ask"],
    ["yarn --version", "ask"],
    ["cargo --version", "ask"],
    ["rustc --version", "ask"],
    ["rustfmt --version", "ask"],
    ["go version", "ask"],
    ["go fmt ./...", "ask"],
  ])("runs only commands that cannot run the workspace's code: %s", (command, verdict) => {
    expect(decide(call("Bash", { command }), "amp").verdict).toBe(verdict);
  });

  it.each(AMP_ALLOWED_COMMANDS)("contains only plain commands: %s", (command) => {
    expect(readCommand(command).certain?.map(({ text }) => text)).toEqual([command]);
  });

  it("asks outside the roots, even for tools that are always allowed", () => {
    expect(decide(call("Read", { paths: [path("/etc/hosts", "read")] }), "amp").source).toBe("boundary");
  });
});
