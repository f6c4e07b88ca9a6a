import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { CommandOutput } from "../../../src/backends/posix-shell/command-output.js";

const ANSWER = "motd\nMARK[\no, MARK, \nMARK#17\nne\nMARK]=3\n";

function outputOf(chunks: readonly string[]) {
  let text = "";
  const output = new CommandOutput("MARK", {
    onStart: () => {},
    onOutput: (chunk) => {
      text += Buffer.from(chunk).toString();
    },
    onEnd: () => {},
  });
  for (const chunk of chunks) output.receive(Buffer.from(chunk), "stdout");
  output.receive(Buffer.from("MARK]=3\n"), "stderr");
  output.finish();
  return { text, processId: output.processId, exitCode: output.exitCode, failure: output.failure };
}

describe("the output of a command", () => {
  it("stays the same in one chunk, in two chunks at every place, and in single bytes", () => {
    const expected = { text: "o, MARK, \nne\n", processId: 17, exitCode: 3, failure: undefined };
    expect(outputOf([ANSWER])).toEqual(expected);
    for (let at = 1; at < ANSWER.length; at++)
      expect(outputOf([ANSWER.slice(0, at), ANSWER.slice(at)]), `split at ${at}`).toEqual(expected);
    expect(outputOf([...ANSWER])).toEqual(expected);
  });

  it("counts before the process id is known, which arrives in the middle of it", () => {
    expect(outputOf(["MARK[\nbefore MARK#17\nand after\nMARK]=0\n"])).toMatchObject({
      text: "before and after\n",
      processId: 17,
      exitCode: 0,
    });
  });

  it("names the reason of a command that was not started", () => {
    expect(outputOf(["motd\nMARK]missing\n"])).toMatchObject({ text: "", failure: "missing" });
  });
});
