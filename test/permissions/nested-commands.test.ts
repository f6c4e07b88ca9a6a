import { describe, expect, it } from "vitest";
import { MAX_PARSED_LENGTH, MAX_WORDS } from "../../src/permissions/commands/command-limits.js";
import { judge, loadCommandReader } from "../../src/permissions/index.js";
import { shellWord } from "../../src/text/index.js";
import { allow, call, deny, rulesOf } from "./judging.js";

const read = await loadCommandReader();

function decide(command: string, rules = [allow()]) {
  return judge(call("Bash", { command }), rulesOf(rules), { readCommand: read });
}

function wrapped(wrapper: string, levels: number, command: string): string {
  return `${`${wrapper} `.repeat(levels)}${command}`;
}

function inScripts(levels: number, command: string): string {
  let text = command;
  for (let level = 0; level < levels; level += 1) text = `bash -c ${shellWord(text)}`;
  return text;
}

const WRAPPERS = [
  "env",
  "sudo",
  "doas",
  "nice",
  "nice -n 5",
  "timeout 5",
  "nohup",
  "command",
  "exec",
  "builtin",
  "stdbuf -oL",
  "env A=1",
  "xargs",
  "watch",
  "ssh h",
  "flock a",
  "strace -o a",
  "find . -exec",
];

describe("commands in wrappers", () => {
  it.each(WRAPPERS)("more levels of %s than are read ask although a rule allows every command", (wrapper) => {
    expect(decide(wrapped(wrapper, 25, "cat .env"))).toMatchObject({ verdict: "ask", source: "boundary" });
  });

  it("a rule allows commands behind as many wrappers as are read", () => {
    expect(decide(wrapped("env", 15, "cat a"))).toMatchObject({ verdict: "allow" });
    expect(decide(inScripts(3, "cat a"))).toMatchObject({ verdict: "allow" });
    expect(decide(`timeout 5 env A=1 wc ${"a ".repeat(300)}`)).toMatchObject({ verdict: "allow" });
  });

  it("more values of variables than are read ask although a rule allows every command", () => {
    const set = Array.from({ length: 65 }, (_, index) => `a${index}=b${index}`).join("; ");
    expect(decide(`${set}; cat "$a1" "$(date)"`)).toMatchObject({ verdict: "ask", source: "boundary" });
  });

  it("more scripts in scripts than are read ask although a rule allows every command", () => {
    expect(decide(inScripts(6, "cat .env"))).toMatchObject({ verdict: "ask", source: "boundary" });
  });

  it.each([
    ["a command", `wc ${"a ".repeat(MAX_WORDS)}`],
    ["wrapped commands", wrapped("nice", 4, `wc ${"a ".repeat(MAX_WORDS / 4)}`)],
    ["a script", inScripts(1, `wc ${"a ".repeat(MAX_WORDS)}`)],
    ["a list of commands", `wc ${"a ".repeat(MAX_WORDS / 2)}; wc ${"a ".repeat(MAX_WORDS / 2)}`],
  ])("too many words of %s ask although a rule allows every command", (_title, command) => {
    expect(decide(command)).toMatchObject({ verdict: "ask", source: "boundary" });
    expect(decide(command).reason).toContain(`more than ${MAX_WORDS} words`);
    expect(decide(command, [allow(), deny({ command: "rm *" })])).toMatchObject({ verdict: "ask" });
  });

  it.each([...WRAPPERS, "a", "bash -c"])(
    "reads as many words at all levels of %s as the limit allows",
    (wrapper) => {
      for (const length of [MAX_PARSED_LENGTH / 2, MAX_PARSED_LENGTH - 10]) {
        const command = wrapped(wrapper, Math.floor(length / (wrapper.length + 1)), "ls");
        const { commands = [], paths = [] } = read(command);
        const words = commands.reduce((sum, each) => sum + each.words.length, 0);
        expect(words + paths.length).toBeLessThanOrEqual(2 * MAX_WORDS);
        expect(decide(command)).toMatchObject({ verdict: "ask" });
      }
    },
  );
});
