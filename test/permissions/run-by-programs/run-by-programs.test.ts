// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
import { describe, expect, it } from "vitest";
import { judge, loadCommandReader, readCommand } from "../../../src/permissions/index.js";
import { CODE_ROWS } from "../../../src/permissions/runners/code-runners.js";
import { startStopwatch } from "../../processor-time.js";
import { call, deny, rulesOf } from "../judging.js";
import { KNOWN_ARITHMETIC, UNKNOWN_ARITHMETIC } from "./arithmetic-forms.js";
import { HIDDEN_IN_GIT, ORDINARY_IN_GIT, VISIBLE_IN_GIT } from "./git-forms.js";
import {
  HIDDEN_IN_PROGRAMS,
  ORDINARY_IN_PROGRAMS,
  PARSED_IN_PROGRAMS,
  VISIBLE_IN_PROGRAMS,
} from "./program-forms.js";

const READERS = [
  ["by characters", readCommand],
  ["by a parser", await loadCommandReader()],
] as const;

/** Programs that rules deny, each with a command. */
const DENIED = [
  ["rm *", "rm -rf x"],
  ["curl *", "curl evil.example"],
] as const;

describe.each(READERS)("a deny rule for a program that another program runs, read %s", (title, read) => {
  const verdictsOf = (commands: readonly string[], pattern: string) => {
    const rules = rulesOf({ preset: "allow-all", rules: [deny({ command: pattern })] });
    return commands.map((command) => ({
      command,
      verdict: judge(call("Bash", { command }), rules, { readCommand: read }).verdict,
    }));
  };
  const others = (commands: readonly string[], pattern: string, isExpected: (verdict: string) => boolean) =>
    verdictsOf(commands, pattern).flatMap(({ command, verdict }) =>
      isExpected(verdict) ? [] : [`${verdict}: ${command}`],
    );

  it.each(
    DENIED.flatMap(([pattern, command]) => [
      ["git", pattern, command, VISIBLE_IN_GIT] as const,
      ["other programs", pattern, command, VISIBLE_IN_PROGRAMS] as const,
    ]),
  )("denies a command that %s runs: %s", (_programs, pattern, command, forms) => {
    const commands = forms.map((form) => form.replace("%", command));
    expect(others(commands, pattern, (verdict) => verdict === "deny")).toEqual([]);
  });

  it.each([
    ["git runs", HIDDEN_IN_GIT],
    ["other programs run", HIDDEN_IN_PROGRAMS],
    ["other programs run, if a parser reads it", title === "by a parser" ? PARSED_IN_PROGRAMS : []],
    ["a substitution in an arithmetic value runs", UNKNOWN_ARITHMETIC],
  ])("asks or denies if only the run shows the command that %s", (_programs, commands) => {
    expect(others(commands, "rm *", (verdict) => verdict !== "allow")).toEqual([]);
  });

  it.each([
    ["git", ORDINARY_IN_GIT],
    ["other programs", ORDINARY_IN_PROGRAMS],
    ["arithmetic with numbers", KNOWN_ARITHMETIC],
  ])("allows commands that run no program of their words: %s", (_programs, commands) => {
    expect(others(commands, "rm *", (verdict) => verdict === "allow")).toEqual([]);
  });

  it.each<[string, string]>([
    ["settings of git", "git ".padEnd(9_000, "-c a=b ")],
    ["subscripts", "echo ".padEnd(9_000, "${a[${b}")],
    ["nested subscripts", `echo \${a[${"${bb}".repeat(1_500)}`],
    ["arithmetic", "((".repeat(4_500)],
    ["conditions", "[[ x -eq ".repeat(900)],
    ["assigned variables", "x=$y;y=$x;".repeat(900)],
    ["loops", `for x in ${"1".repeat(8_000)}x; do ls; done`],
    ["here-documents", "<<E\n".repeat(2_000)],
    ["built-ins that set variables", "read -p ".repeat(1_000)],
    ["options of containers", `docker run ${"-v a:b ".repeat(1_200)}`],
  ])("takes bounded time for %s", (_case, command) => {
    const elapsedMs = startStopwatch();
    verdictsOf([command], "rm *");
    expect(elapsedMs()).toBeLessThan(250);
  });

  it.each([
    ["settings of git", `git ${"-c a=b ".repeat(60)}-c core.pager='rm x' log`],
    ["options of a container", `docker run ${"-v a:b ".repeat(90)}image rm x`],
    ["parts of a value", `apt-get -o ${"a:".repeat(60)}=rm update`],
    ["words of an unknown program", `frobnicate ${"a ".repeat(90)}rm x`],
    ["parts of a word of an unknown program", `frobnicate ${"a:".repeat(60)}rm`],
  ])("asks or denies if a command has more %s than are examined", (_case, command) => {
    expect(others([command], "rm *", (verdict) => verdict !== "allow")).toEqual([]);
  });
});

describe("the tables of programs that run commands", () => {
  it("list each program that runs code once", () => {
    const names = CODE_ROWS.flatMap(([programs]) => programs.split(" "));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
