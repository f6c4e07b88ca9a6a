import { describe, expect, it } from "vitest";
import { judge, loadCommandReader } from "../../../src/permissions/index.js";
import { call, deny, rulesOf } from "../judging.js";
import { rowsOf, wordsOf } from "../listed-rows.js";
import { BRING_CODE, RUN_AN_OPTION, RUN_CODE, RUN_THEIR_WORDS } from "./listed-runners.js";

const readCommand = await loadCommandReader();
const rules = rulesOf({ preset: "allow-all", rules: [deny({ command: "rm *" })] });
const verdictOf = (command: string) => judge(call("Bash", { command }), rules, { readCommand }).verdict;

/** The ways to give a command to an option or a subcommand, at least one of which the program accepts. */
const FORMS = [
  "OPTION 'rm x' a",
  "OPTION='rm x' a",
  "OPTION'rm x' a",
  "OPTIONrm a",
  "OPTION rm x",
  "OPTION a rm x",
];

describe("a deny rule for a program", () => {
  it("applies to the words of every program that runs them", () => {
    expect(wordsOf(RUN_THEIR_WORDS).filter((name) => verdictOf(`${name} rm x`) !== "deny")).toEqual([]);
  });

  it("applies to every option and subcommand that runs a command", () => {
    const allowed = rowsOf(RUN_AN_OPTION).flatMap(({ programs, words }) =>
      programs.flatMap((program) =>
        wordsOf(words)
          .map((option) => FORMS.map((form) => `${program} ${form.replace("OPTION", () => option)}`))
          .filter((commands) => commands.every((command) => verdictOf(command) !== "deny"))
          .map(([command]) => command),
      ),
    );
    expect(allowed).toEqual([]);
  });

  it("makes every program that runs code in its words ask", () => {
    const allowed = rowsOf(RUN_CODE).flatMap(({ programs, words }) =>
      programs.map((program) => `${program} ${words}`).filter((command) => verdictOf(command) === "allow"),
    );
    expect(allowed).toEqual([]);
  });

  it("makes every variable that brings code ask", () => {
    const allowed = rowsOf(BRING_CODE).flatMap(({ programs, words }) =>
      programs.map((name) => `${name}=${words} ls`).filter((command) => verdictOf(command) === "allow"),
    );
    expect(allowed).toEqual([]);
  });
});
