import { describe, expect, it } from "vitest";
import { unrememberedWords } from "../../../src/permissions/commands/unremembered-options.js";
import { type CommandPath, loadCommandReader } from "../../../src/permissions/index.js";
import { rowsOf, wordsOf } from "../listed-rows.js";
import { CHANGES_UNKNOWN, READS_FOLDERS, UNREMEMBERED, USES_OPERANDS, WRITES } from "./listed-effects.js";

const readCommand = await loadCommandReader();
const pathsOf = (command: string): readonly CommandPath[] => readCommand(command).paths ?? [];
const linesOf = (list: string) => list.trim().split("\n");

// The lists were written down separately from the tables, so that a test fails if a table loses a row.
describe("the reader of commands", () => {
  it("lets no remembered rule cover an option that runs or writes something", () => {
    const covered = rowsOf(UNREMEMBERED).flatMap(({ programs, words }) =>
      programs.flatMap((program) =>
        wordsOf(words)
          .map((option) => [...program.split("+"), option])
          .filter((command) => unrememberedWords(command).length === 0)
          .map((command) => command.join(" ")),
      ),
    );
    expect(covered).toEqual([]);
  });

  it("finds every path that a command writes or removes without naming it as its output", () => {
    const missed = linesOf(WRITES).filter((line) => {
      const [command = "", path] = line.split(" > ");
      return !pathsOf(command).some((found) => found.path === path && found.access !== "read");
    });
    expect(missed).toEqual([]);
  });

  it("knows that the content of an archive, a patch or a repository names changed files", () => {
    expect(linesOf(CHANGES_UNKNOWN).filter((line) => readCommand(line).unknownChanges === undefined)).toEqual(
      [],
    );
  });

  it("knows how programs use their operands", () => {
    const wrong = rowsOf(USES_OPERANDS).flatMap(({ programs, words }) =>
      programs.flatMap((program) =>
        wordsOf(words)
          .filter((use) => {
            const [path, access] = use.split("=");
            return !pathsOf(`${program} v w/x y/z`).some(
              (found) => found.path === path && found.access === access && found.role === "operand",
            );
          })
          .map((use) => `${program}: ${use}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("knows which commands read whole folders", () => {
    expect(linesOf(READS_FOLDERS).filter((line) => !pathsOf(line).some(({ walks }) => walks))).toEqual([]);
  });
});
