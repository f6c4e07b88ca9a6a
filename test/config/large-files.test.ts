import { describe, expect, it } from "vitest";
import { type ConfigFiles, loadAgentConfig } from "../../src/config/index.js";

/** Characters of the files: much work, but below the limits of all formats. */
const LENGTH = 120_000;

/** Turns of the event loop that loading a large file must allow: without pauses there are none. */
const LEAST_TURNS = 3;

/** Returns files that are in memory, so that the event loop never waits for a disk. */
function memoryFiles(files: Readonly<Record<string, string>>): ConfigFiles {
  const paths = Object.keys(files);
  return {
    read: async (path) => {
      const text = files[path];
      return text === undefined ? { status: "missing" } : { status: "read", text };
    },
    list: async (folder) => {
      const inside = paths.filter((path) => path.startsWith(`${folder}/`));
      const names = new Set(inside.map((path) => path.slice(folder.length + 1).split("/")[0] as string));
      return [...names].map((name) => ({
        name,
        type: paths.includes(`${folder}/${name}`) ? "file" : "directory",
      }));
    },
    realPath: async (path) => (paths.some((each) => each.startsWith(path)) ? path : undefined),
  };
}

/** Repeats an entry with its number until a text of the length is full. */
function entries(textOf: (index: number) => string): string[] {
  const found: string[] = [];
  for (let length = 0; length < LENGTH - 200; length += found.at(-1)?.length ?? 0)
    found.push(textOf(found.length));
  return found;
}

const quoted = (items: readonly string[]) => items.slice(0, Math.floor(items.length * 0.8));

const FILES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  "Claude Code's settings": [
    "/home/.claude/settings.json",
    JSON.stringify({ permissions: { allow: quoted(entries((index) => `Bash(npm run task-${index})`)) } }),
  ],
  "rules of Codex": [
    "/home/.codex/rules/default.rules",
    entries((index) => `prefix_rule(pattern=["git", "log${index}"], decision="allow")\n`).join(""),
  ],
  "Codex's config.toml": [
    "/home/.codex/config.toml",
    entries((index) => `[projects."/work/app-${index}"]\ntrust_level = "trusted"\n`).join(""),
  ],
  "a policy of Gemini CLI": [
    "/home/.gemini/policies/a.toml",
    entries(
      (index) =>
        `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git log${index}"\ndecision = "allow"\npriority = 1\n`,
    ).join(""),
  ],
  "OpenCode's permissions": [
    "/home/.config/opencode/opencode.json",
    JSON.stringify({
      permission: {
        bash: Object.fromEntries(
          entries((index) => `git log${index} * "allow"`).map((key) => [key, "allow"]),
        ),
      },
    }),
  ],
};

describe("loading a large file", () => {
  it.each(Object.entries(FILES))("lets other work run meanwhile: %s", async (_, [path, text]) => {
    const files = memoryFiles({ [path]: text, "/app/readme": "" });
    // The first load imports modules, for which the event loop waits.
    await loadAgentConfig("/app", { home: "/home", files });
    let turns = 0;
    let isLoading = true;
    const count = () => {
      turns += 1;
      if (isLoading) setImmediate(count);
    };
    const loading = loadAgentConfig("/app", { home: "/home", files });
    setImmediate(count);
    const { report } = await loading;
    isLoading = false;
    expect(report.filter(({ kind }) => kind === "invalid")).toEqual([]);
    expect(turns).toBeGreaterThan(LEAST_TURNS);
  });

  it("makes every call ask if it is TOML that is too long to be parsed at once", async () => {
    const path = "/home/.codex/config.toml";
    const files = memoryFiles({ [path]: `# ${"x".repeat(140_000)}\n`, "/app/readme": "" });
    const { report } = await loadAgentConfig("/app", { home: "/home", files });
    expect(report).toMatchObject([
      {
        kind: "invalid",
        message: expect.stringContaining("TOML of more than 131072 characters is not read"),
      },
    ]);
  });
});
