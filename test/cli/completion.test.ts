import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const BIN = resolve(import.meta.dirname, "../../dist/cli.js");
const script = (shell: string) =>
  spawnSync(process.execPath, [BIN, "completion", shell], { encoding: "utf8" }).stdout;

/** Returns what bash offers for a command line whose last word is at the cursor. */
function offered(words: readonly string[]): readonly string[] {
  const quoted = words.map((word) => `'${word}'`);
  const last = quoted.at(-1);
  const before = quoted.at(-2);
  const program = [
    script("bash"),
    `COMP_WORDS=(${quoted.join(" ")}); COMP_CWORD=${words.length - 1}; _collet collet ${last} ${before}`,
    `printf "%s\\n" "\${COMPREPLY[@]}"`,
  ].join("\n");
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

describe("collet completion", () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["subcommands", ["collet", "c"], ["call", "config", "completion"]],
    ["options", ["collet", "tools", "--f"], ["--for"]],
    ["choices of an option", ["collet", "call", "--toolset", "c"], ["claude-code", "codex"]],
    ["names of tools", ["collet", "call", "apply"], ["apply_patch"]],
    ["choices of an argument", ["collet", "completion", "f"], ["fish"]],
    ["no words for an option with any text", ["collet", "mcp", "--http", "8"], []],
  ])("makes bash offer %s", (_what, words, expected) => {
    expect(offered(words)).toEqual(expected);
  });

  it.each(["zsh", "fish"])("prints a script for %s", (shell) => {
    expect(script(shell)).toContain(
      shell === "fish" ? "complete -c collet -f\n" : "bashcompinit\n_collet() {",
    );
  });
});
