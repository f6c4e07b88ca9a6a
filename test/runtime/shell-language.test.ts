import { describe, expect, it, onTestFinished } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import {
  createToolRuntime,
  type PermissionRule,
  type Shell,
  type ToolRuntimeOptions,
} from "../../src/index.js";

const DESCRIPTION = "Commands run in a shell of the test.";

interface Setting {
  readonly languages?: NonNullable<Shell["languages"]>;
  readonly permissions?: readonly PermissionRule[];
  readonly toolset?: ToolRuntimeOptions["toolset"];
  readonly nativePath?: (path: string) => string;
}

function world({ languages, permissions = [], toolset, nativePath }: Setting) {
  const ran: string[] = [];
  const shell: Shell = {
    run: async ({ command }) => {
      ran.push(command);
      return { exitCode: 0, reason: "exit", durationMs: 1 };
    },
    description: DESCRIPTION,
    ...(languages !== undefined && { languages }),
    ...(nativePath !== undefined && { nativePath }),
  };
  const files = { "/work": { directory: true }, "/work/app/a.txt": "a", "/work/private/b.txt": "b" } as const;
  const runtime = createToolRuntime({
    cwd: "/work/app",
    roots: ["/work"],
    backend: { ...memoryBackend({ files }), shell },
    permissions,
    ...(toolset !== undefined && { toolset }),
  });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const call = async (cmd: string) =>
    (await runtime.execute({ id: "1", name: "Bash", input: { cmd } })).status;
  return { runtime, ran, call };
}

const ALLOW_ECHO: readonly PermissionRule[] = [{ command: "echo *", verdict: "allow" }];

/** One word in quotes for bash, and the end of a command in another shell. */
const HIDDEN = {
  powershell: "echo 'a\u2019; Remove-Item x; echo \u2018b'",
  cmd: "echo 'a & del x & echo b'",
} as const;

describe("a command whose tool names no language", () => {
  it.each(["powershell", "cmd"] as const)(
    "judges it as one of %s where that is the shell",
    async (language) => {
      const { call, ran } = world({ languages: [language], permissions: ALLOW_ECHO });
      expect(await call("echo hello")).toBe("blocked-on-user");
      expect(await call(HIDDEN[language])).toBe("blocked-on-user");
      expect(ran).toEqual([]);
    },
  );

  it("judges it as one of bash by default, and where bash is the first language", async () => {
    for (const setting of [{}, { languages: ["posix", "powershell"] as const }]) {
      const { call, ran } = world({ ...setting, permissions: ALLOW_ECHO });
      expect(await call("echo hello")).toBe("done");
      expect(ran).toEqual(["echo hello"]);
    }
  });

  it("matches deny rules without the quotes of its language, in any letter case", async () => {
    const rules: readonly PermissionRule[] = [
      { kind: "execute", verdict: "allow" },
      { command: "git push *", verdict: "deny" },
    ];
    const powershell = world({ languages: ["powershell"], permissions: rules });
    expect(await powershell.call("GIT \u201cpush\u201d origin")).toBe("rejected-by-user");
    const cmd = world({ languages: ["cmd"], permissions: rules });
    expect(await cmd.call("cd . & g^it pu^sh origin")).toBe("rejected-by-user");
  });

  it("runs unchanged where the shell is not bash", async () => {
    const permissions: readonly PermissionRule[] = [{ tool: "Bash", verdict: "allow" }];
    const { call, ran } = world({ languages: ["powershell"], permissions });
    await call("cd sub && dir &");
    expect(ran).toEqual(["cd sub && dir &"]);
  });
});

describe("the paths of a command", () => {
  it("judges paths in the notation of the file system", async () => {
    const permissions: readonly PermissionRule[] = [
      { command: "cat *", verdict: "allow" },
      { path: "/work/private/**", verdict: "deny" },
    ];
    const nativePath = (path: string) => path.replace(/^\/z(?=\/)/, "/work");
    expect(await world({ permissions, nativePath }).call("cat /z/app/a.txt")).toBe("done");
    expect(await world({ permissions, nativePath }).call("cat /z/private/b.txt")).toBe("rejected-by-user");
  });
});

describe("the description of a shell", () => {
  it.each(["amp", "claude-code", "opencode", "codex", "gemini-cli"] as const)(
    "describes the shell with the tools of %s that run its commands, and with no others",
    (toolset) => {
      const { runtime } = world({ toolset, languages: ["posix", "powershell"] });
      const told = runtime.tools().filter(({ description }) => description.endsWith(DESCRIPTION));
      expect(told.length).toBeGreaterThan(0);
      expect(told.every(({ kind }) => kind === "execute")).toBe(true);
      expect(told.map(({ name }) => name)).not.toContain("PowerShell");
      expect(runtime.tools()).toEqual(runtime.tools());
    },
  );
});
