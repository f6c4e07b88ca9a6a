import { describe, expect, it } from "vitest";
import type { PermissionRule, Verdict } from "../../../src/contract/index.js";
import type { PermissionRequest } from "../../../src/permissions/index.js";
import { startStopwatch } from "../../processor-time.js";
import { allow, ask, call, decide, deny, path } from "../judging.js";

describe("judge", () => {
  it.each<[PermissionRequest, Verdict]>([
    [call("Read", { paths: [path("src/a.ts", "read")] }), "allow"],
    [call("Grep", { paths: [path("src", "read")] }), "allow"],
    [call("Plan"), "allow"],
    [call("Edit", { paths: [path("src/a.ts")] }), "ask"],
    [call("Delete", { paths: [path("src/a.ts", "delete")] }), "ask"],
    [call("Move", { paths: [path("a"), path("b")] }), "ask"],
    [call("Bash", { command: "ls" }), "ask"],
    [call("Fetch", { hosts: ["example.org"] }), "ask"],
    [call("GitHub"), "ask"],
  ])("decides by the kind if no rule matches: %j", (request, verdict) => {
    expect(decide(request, "default")).toEqual({ verdict, source: "kind" });
  });

  it("lets the last matching rule decide", () => {
    const request = call("Edit", { paths: [path("src/a.ts")] });
    expect(decide(request, [ask(), allow({ tool: "Edit" })])).toMatchObject({
      verdict: "allow",
      source: "rule",
    });
    expect(decide(request, [allow({ tool: "Edit" }), ask()])).toMatchObject({
      verdict: "ask",
      source: "rule",
    });
  });

  it("lets a deny win in any position and names it with its reason", () => {
    const rule = deny({ path: "src/**", reason: "Generated." });
    const rules = [rule, allow(), allow({ path: "src/a.ts" })];
    expect(decide(call("Edit", { paths: [path("src/a.ts")] }), rules)).toEqual({
      verdict: "deny",
      source: "rule",
      rule,
      reason: "Generated.",
    });
  });

  it("counts session grants after the rules, but never over a deny", () => {
    const request = call("Edit", { paths: [path("src/a.ts")] });
    const grants = [allow({ tool: "edit_file", path: "/work/app/src/a.ts" })];
    expect(decide(request, [ask()], { grants })).toMatchObject({ verdict: "allow", source: "grant" });
    expect(decide(request, [deny({ tool: "Edit" })], { grants })).toMatchObject({
      verdict: "deny",
      source: "rule",
    });
  });

  describe("names", () => {
    it.each(["Bash", "run_terminal_command", "bash", "BASH", "Run_*", "*"])(
      "denies a tool by any of its names, in any letter case: %s",
      (tool) => {
        expect(decide(call("Bash", { command: "ls" }), [allow(), deny({ tool })]).verdict).toBe("deny");
      },
    );

    it("allows a tool by any of its names, in that letter case only", () => {
      const request = call("Edit", { paths: [path("a")] });
      expect(decide(request, [allow({ tool: "edit_file" })]).verdict).toBe("allow");
      expect(decide(request, [allow({ tool: "Edit" })]).verdict).toBe("allow");
      expect(decide(request, [allow({ tool: "EDIT" })]).verdict).toBe("ask");
    });

    it("matches globs over names", () => {
      expect(decide(call("GitHub"), [allow({ tool: "mcp__github__*" })]).verdict).toBe("allow");
      expect(decide(call("GitHub"), [allow({ tool: "mcp__gitlab__*" })]).verdict).toBe("ask");
    });

    it("covers every shell tool by kind", () => {
      const powershell: PermissionRequest = {
        names: ["PowerShell"],
        kind: "execute",
        source: "host",
        facts: { command: "rm x" },
      };
      expect(decide(powershell, [allow(), deny({ kind: "execute" })]).verdict).toBe("deny");
    });
  });

  describe("paths", () => {
    it("judges every path separately and uses the strictest verdict", () => {
      const rules = [allow({ path: "src/**" })];
      const inside = path("src/a.ts");
      expect(decide(call("Edit", { paths: [inside, path("src/b.ts")] }), rules).verdict).toBe("allow");
      expect(decide(call("Edit", { paths: [inside, path("lib/b.ts")] }), rules).verdict).toBe("ask");
      expect(
        decide(call("Edit", { paths: [inside, path("lib/b.ts")] }), [...rules, deny({ path: "lib/**" })])
          .verdict,
      ).toBe("deny");
    });

    it("applies no path rule to a call without a path", () => {
      expect(decide(call("Edit"), [allow({ path: "**" })]).verdict).toBe("ask");
      expect(decide(call("Edit"), [allow(), deny({ path: "**" })]).verdict).toBe("allow");
    });

    it.each<[string, string, Verdict]>([
      ["src/**", "src/a.ts", "allow"],
      ["src/**", "other/src/a.ts", "ask"],
      ["./src/../src/**", "src/a.ts", "allow"],
      ["/work/app/src/*", "src/a.ts", "allow"],
      ["src/*", "src/deep/a.ts", "ask"],
      ["src/", "src/deep/a.ts", "allow"],
      ["**/*.ts", "src/deep/a.ts", "allow"],
      ["src/*.{ts,tsx}", "src/a.tsx", "allow"],
      ["src/[a-c].ts", "src/d.ts", "ask"],
    ])("starts a relative pattern at the working directory: %s for %s", (pattern, file, verdict) => {
      expect(decide(call("Edit", { paths: [path(file)] }), [allow({ path: pattern })]).verdict).toBe(verdict);
    });

    it("starts ~/ at the home folder, and matches nothing without one", () => {
      const request = call("Read", {
        paths: [path("~/notes/a.md", "read", { path: "/home/me/notes/a.md" })],
      });
      const rules = [allow({ path: "~/notes/**" })];
      expect(decide(request, rules)).toMatchObject({ verdict: "allow", source: "rule" });
      expect(decide(request, rules, { homeDirectory: "/home/other" })).toMatchObject({
        verdict: "ask",
        source: "boundary",
      });
    });

    it("takes the working directory literally, whatever its name", () => {
      const cwd = "/work/[a]*{b,c}";
      const request = call("Edit", { paths: [path(`${cwd}/src/x`, "write", { insideRoots: true })] });
      expect(decide(request, [allow({ path: "src/*" })], { cwd }).verdict).toBe("allow");
      const other = call("Edit", { paths: [path("/work/axb/src/x", "write", { insideRoots: true })] });
      expect(decide(other, [allow({ path: "src/*" })], { cwd }).verdict).toBe("ask");
    });

    it("allows by the real path only, not through .. or a symlink", () => {
      const rules = [allow({ path: "build/**" })];
      const dots = path("build/../src/a.ts", "write", { path: "/work/app/src/a.ts" });
      const link = path("build/link/a.ts", "write", { path: "/work/app/src/a.ts" });
      expect(decide(call("Edit", { paths: [dots] }), rules).verdict).toBe("ask");
      expect(decide(call("Edit", { paths: [link] }), rules).verdict).toBe("ask");
    });

    it("denies by the real path and by the path as written", () => {
      const rules = [allow(), deny({ path: "secrets/**" })];
      const real = path("link/key", "read", { path: "/work/app/secrets/key" });
      const written = path("secrets/key", "read", { path: "/work/app/elsewhere/key" });
      const dots = path("src/../secrets/./key", "read", { path: "/work/app/elsewhere/key" });
      for (const each of [real, written, dots]) {
        expect(decide(call("Read", { paths: [each] }), rules).verdict).toBe("deny");
      }
    });

    it("denies the path and the folder itself to every kind of tool", () => {
      const rules = [deny({ path: "secrets/**" })];
      expect(decide(call("Grep", { paths: [path("secrets", "read")] }), rules).verdict).toBe("deny");
      expect(decide(call("Move", { paths: [path("secrets/a"), path("b")] }), rules).verdict).toBe("deny");
    });

    it("denies **/ patterns in any folder, and allows them only below the working directory", () => {
      const elsewhere = path("/etc/x.pem", "read");
      expect(decide(call("Read", { paths: [elsewhere] }), [deny({ path: "**/*.pem" })]).verdict).toBe("deny");
      expect(decide(call("Read", { paths: [elsewhere] }), [allow({ path: "**/*.pem" })]).source).toBe(
        "boundary",
      );
    });

    it("denies deleting a folder that contains a denied path", () => {
      const rules = [allow(), deny({ path: "src/generated/**" })];
      expect(decide(call("Delete", { paths: [path("src", "delete")] }), rules).verdict).toBe("deny");
      expect(decide(call("Delete", { paths: [path("src/other", "delete")] }), rules).verdict).toBe("allow");
      expect(decide(call("Edit", { paths: [path("src")] }), rules).verdict).toBe("allow");
    });

    it("does not extend permission to delete the content of a folder to the folder", () => {
      const rules = [allow({ path: "tmp/**" })];
      expect(decide(call("Delete", { paths: [path("tmp/a", "delete")] }), rules).verdict).toBe("allow");
      expect(decide(call("Delete", { paths: [path("tmp", "delete")] }), rules).verdict).toBe("ask");
    });

    it("ignores letter case on a case-insensitive volume", () => {
      const request = call("Edit", { paths: [path("SRC/A.ts")] });
      expect(decide(request, [deny({ path: "src/**" })], { caseSensitive: false }).verdict).toBe("deny");
      expect(decide(request, [deny({ path: "src/**" })]).verdict).toBe("ask");
      const accent = call("Edit", { paths: [path("cafe\u0301/a")] });
      expect(decide(accent, [deny({ path: "caf\u00e9/**" })], { caseSensitive: false }).verdict).toBe("deny");
    });

    it("refuses names that a volume may keep apart by one rule, and allows only the one that it names", () => {
      const place = { caseSensitive: false } as const;
      const request = call("Edit", { paths: [path("stra\u00dfe/a")] });
      expect(decide(request, [deny({ path: "strasse/**" })], place).verdict).toBe("deny");
      expect(decide(request, [allow({ path: "strasse/**" })], place).verdict).toBe("ask");
      expect(decide(request, [allow({ path: "STRA\u00dfE/**" })], place).verdict).toBe("allow");
    });

    it("supports the separators of Windows", () => {
      const place = { cwd: "C:\\work\\app", separator: "\\", caseSensitive: false } as const;
      const file = {
        ...path("x"),
        requested: "src\\a.ts",
        path: "C:\\Work\\app\\src\\a.ts",
        insideRoots: true,
      };
      expect(decide(call("Edit", { paths: [file] }), [allow({ path: "src/**" })], place).verdict).toBe(
        "allow",
      );
      expect(decide(call("Edit", { paths: [file] }), [allow({ path: "c:\\work\\**" })], place).verdict).toBe(
        "allow",
      );
      expect(decide(call("Edit", { paths: [file] }), [deny({ path: "src/*.ts" })], place).verdict).toBe(
        "deny",
      );
    });
  });

  describe("boundaries", () => {
    const outside = path("/etc/hosts", "read");
    const hook = path(".git/hooks/pre-commit", "write", { protected: true });

    it("asks outside the roots, even for calls that would be allowed", () => {
      expect(decide(call("Read", { paths: [outside] }), "default")).toEqual({
        verdict: "ask",
        source: "boundary",
        reason: "/etc/hosts is outside the working folders.",
      });
      expect(decide(call("Read", { paths: [outside] }), [allow({ tool: "Read" })]).source).toBe("boundary");
    });

    it("names the target of a symlink", () => {
      const link = path("link", "read", { path: "/etc/hosts" });
      expect(decide(call("Read", { paths: [link] }), "default").reason).toBe(
        "link (/etc/hosts) is outside the working folders.",
      );
    });

    it("allows outside the roots by a rule that names the path, unless a later rule asks", () => {
      const rule = allow({ path: "/etc/*" });
      expect(decide(call("Read", { paths: [outside] }), [rule])).toMatchObject({ verdict: "allow", rule });
      expect(decide(call("Read", { paths: [outside] }), [rule, allow({ tool: "Read" })])).toMatchObject({
        verdict: "allow",
        rule,
      });
      expect(decide(call("Read", { paths: [outside] }), [rule, ask({ tool: "Read" })]).verdict).toBe("ask");
      expect(decide(call("Read", { paths: [outside] }), [rule, ask(), allow()]).source).toBe("boundary");
    });

    it.each<[string, Verdict]>([
      ["**", "ask"],
      ["/**", "ask"],
      ["/work/app/**", "ask"],
      [".*/**", "ask"],
      [".git/**", "allow"],
      [".git/hooks/*", "allow"],
      [".git/hooks/pre-commit", "allow"],
    ])("asks for a change of a protected path unless a rule names it knowingly: %s", (pattern, verdict) => {
      expect(decide(call("Edit", { paths: [hook] }), [allow(), allow({ path: pattern })]).verdict).toBe(
        verdict,
      );
    });

    it("does not accept a rule for a hidden folder as one for the protected path in it", () => {
      const nested = path(".config/tool/.git/hooks/x", "write", { protected: true });
      expect(decide(call("Edit", { paths: [nested] }), [allow({ path: ".config/**" })]).source).toBe(
        "protected",
      );
    });

    it("does not ask for reading a protected path", () => {
      const workflow = path(".github/workflows/ci.yml", "read", { protected: true });
      expect(decide(call("Read", { paths: [workflow] }), "default").verdict).toBe("allow");
    });

    it("asks before a secret file is changed or passed to a tool that does not only read", () => {
      const secret = (access: "read" | "write") => path(".env", access, { secret: true });
      expect(decide(call("Edit", { paths: [secret("write")] }), [allow()])).toEqual({
        verdict: "ask",
        source: "protected",
        reason: ".env (/work/app/.env) is a secret file.",
      });
      expect(decide(call("Move", { paths: [secret("read")] }), [allow()]).source).toBe("protected");
      expect(
        decide(call("Bash", { command: "cat .env", paths: [secret("read")] }), [allow({ command: "cat *" })])
          .source,
      ).toBe("protected");
      expect(decide(call("Read", { paths: [secret("read")] }), "default").verdict).toBe("allow");
    });

    it("asks only for explicit rules under allow-all", () => {
      const requests = [
        call("Read", { paths: [outside] }),
        call("Edit", { paths: [hook] }),
        call("Bash", { command: "rm -rf /" }),
      ];
      for (const request of requests) expect(decide(request, "allow-all").verdict).toBe("allow");
      const rules = {
        preset: "allow-all",
        rules: [deny({ path: "/etc/**" }), ask({ path: ".git/**" })],
      } as const;
      expect(decide(call("Read", { paths: [outside] }), rules).verdict).toBe("deny");
      expect(decide(call("Edit", { paths: [hook] }), rules).verdict).toBe("ask");
    });
  });

  describe("hosts", () => {
    it.each<[string, string, Verdict]>([
      ["example.org", "example.org", "allow"],
      ["example.org", "EXAMPLE.org.", "allow"],
      ["*.example.org", "a.b.example.org", "allow"],
      ["*.example.org", "example.org", "ask"],
      ["example.org", "evil-example.org", "ask"],
      ["example.org", "example.org.evil.com", "ask"],
    ])("matches whole names: %s for %s", (host, contacted, verdict) => {
      expect(decide(call("Fetch", { hosts: [contacted] }), [allow({ host })]).verdict).toBe(verdict);
    });

    it("judges every host separately", () => {
      const request = call("Fetch", { hosts: ["example.org", "evil.com"] });
      expect(decide(request, [allow({ host: "example.org" })]).verdict).toBe("ask");
      expect(decide(request, [allow(), deny({ host: "evil.com" })]).verdict).toBe("deny");
    });

    it("denies a host with any port", () => {
      expect(
        decide(call("Fetch", { hosts: ["evil.com:8080"] }), [allow(), deny({ host: "evil.com" })]).verdict,
      ).toBe("deny");
    });

    it("does not apply path rules to hosts, or host rules to paths", () => {
      const upload = call("Fetch", { hosts: ["evil.com"], paths: [path("src/a.ts", "read")] });
      expect(decide(upload, [allow({ path: "src/**" })]).verdict).toBe("ask");
      expect(decide(upload, [allow({ host: "evil.com" })]).verdict).toBe("ask");
      expect(decide(upload, [allow({ host: "evil.com" }), allow({ path: "src/**" })]).verdict).toBe("allow");
      expect(decide(upload, [allow({ tool: "read_web_page" })]).verdict).toBe("allow");
    });
  });

  describe("commands with paths", () => {
    const cat = (file: string) => call("Bash", { command: `cat ${file}`, paths: [path(file, "read")] });

    it("covers the paths of a command by the command's rule, inside the roots", () => {
      const rules = [allow({ command: "cat *" })];
      expect(decide(cat("src/a.ts"), rules).verdict).toBe("allow");
      expect(decide(cat("/etc/passwd"), rules).source).toBe("boundary");
      expect(decide(cat("src/a.ts"), [...rules, ask({ path: "src/**" })]).verdict).toBe("ask");
      expect(decide(cat("src/a.ts"), [...rules, deny({ path: "src/**" })]).verdict).toBe("deny");
    });

    it("does not run a command because its paths are allowed", () => {
      const rules = [allow({ path: "src/**" })];
      expect(
        decide(call("Bash", { command: "rm -rf src", paths: [path("src", "delete")] }), rules).verdict,
      ).toBe("ask");
    });
  });

  it("denies tools that the mode excludes, by source and by name", () => {
    const mode = { includeTools: ["Read"], allowMcp: false };
    expect(decide(call("Bash", { command: "ls" }), "allow-all", { mode })).toMatchObject({
      verdict: "deny",
      source: "mode",
    });
    expect(decide(call("GitHub"), "allow-all", { mode }).source).toBe("mode");
    const disguised = { ...call("GitHub"), names: ["Read"] };
    expect(decide(disguised, "allow-all", { mode }).source).toBe("mode");
    expect(decide(call("Read", { paths: [path("a", "read")] }), "default", { mode }).verdict).toBe("allow");
  });

  it("decides in time for any number of paths and rules", () => {
    const rules: PermissionRule[] = Array.from({ length: 100 }, (_, index) =>
      allow({ path: `**/dir${index}/**` }),
    );
    const paths = Array.from({ length: 2000 }, (_, index) => path(`a/b/c/dir${index % 90}/file${index}`));
    const elapsedMs = startStopwatch();
    expect(decide(call("Edit", { paths }), rules).verdict).toBe("allow");
    expect(elapsedMs()).toBeLessThan(5000);
  });
});
