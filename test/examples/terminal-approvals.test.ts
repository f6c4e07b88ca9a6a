import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Answers } from "../../examples/terminal-approvals/answers.js";
import { askInTerminal } from "../../examples/terminal-approvals/ask-in-terminal.js";
import { Screen } from "../../examples/terminal-approvals/screen.js";
import { progressLines, showProgress } from "../../examples/terminal-approvals/show-progress.js";
import type { ApprovalRequest } from "../../src/contract/index.js";
import { runExample, startExample } from "./run-example.js";

const MAIN = "terminal-approvals/main.js";

const REQUEST: ApprovalRequest = {
  callId: "1",
  askedBy: "call",
  title: "Run npm test",
  summary: "Bash: Run npm test.",
  toolName: "Bash",
  requestedName: "Bash",
  kind: "execute",
  sessionId: "s",
  input: {},
  requestedInput: {},
  facts: { command: "npm run \u202Ebuild" },
  decision: { verdict: "ask", source: "kind" },
  digest: "d",
  warnings: ["hidden-characters"],
  suggestedRules: [
    { tool: "Bash", command: "npm run a *", verdict: "allow" },
    { tool: "Bash", command: "npm run b *", verdict: "allow" },
  ],
};

/** Creates the parts of the example with two streams. */
function setUp(options: { readonly isTTY?: boolean } = {}) {
  const input = Object.assign(new PassThrough(), options);
  const output = new PassThrough();
  const screen = new Screen(output);
  const ask = askInTerminal(screen, new Answers(input));
  const abort = new AbortController();
  const { signal } = abort;
  const printed = () => String(output.read() ?? "");
  return { input, screen, abort, printed, ask: (request = REQUEST) => ask(request, { signal }) };
}

/** Waits until the data written to a stream has arrived. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("examples/terminal-approvals, answered through a pipe", () => {
  it("asks, remembers and rejects by the answers of the user", async () => {
    const input = "maybe\ny\nr\ns\nn\nKeep it in the project.\n";
    const run = await runExample(MAIN, { input });
    expect(run.stderr).toBe("");
    const { stdout } = run;
    expect(stdout).toContain("Type one of y, s, r, n.");
    expect(stdout).toMatch(/> approved\n> edit_file\n< edit_file done after \d+ ms\n/);
    expect(stdout).toContain("[r] yes, and from now on: Bash npm run build *");
    expect(stdout.match(/^ {2}command {2}npm run build$/gm)).toHaveLength(1);
    expect(stdout.match(/^ {2}Bash: built imprint$/gm)).toHaveLength(2);
    expect(stdout.match(/^ {2}command {2}mkdir -p dist\/pages$/gm)).toHaveLength(1);
    expect(stdout.match(/^< Bash done after/gm)).toHaveLength(4);
    expect(stdout).toContain("  warning  it leaves the working folders\n");
    expect(stdout).toContain('  runs     mkdir "../copy-$(date +%F)"\n  runs     date +%F  (run by $())\n');
    expect(stdout).toContain("  runs     cp home.md ../copy  (run by env)\n");
    expect(stdout).toContain("refused: Keep it in the project.\n< Bash rejected-by-user");
    expect(stdout).not.toContain("\u001B");
    expect(stdout.endsWith("\nThat is all.\n")).toBe(true);
    expect(run.exitCode).toBe(0);
    expect(run.leftBehind).toEqual([]);
  });

  it("treats the end of the input as a rejection, and colours diffs when colours are requested", async () => {
    const environment = { FORCE_COLOR: "1", NO_COLOR: undefined, NODE_DISABLE_COLORS: undefined };
    const { stdout, exitCode } = await runExample(MAIN, { environment });
    expect(stdout).toContain("\u001B[31m  | -Open from 9 to 5.\u001B[39m\n");
    expect(stdout).toContain("\u001B[32m  | +Open from 8 to 6.\u001B[39m\n");
    expect(stdout.match(/refused: The user did not answer\./g)).toHaveLength(6);
    expect(stdout).not.toContain("done after");
    expect(exitCode).toBe(0);
  });

  it("ends at Ctrl-C during a question, even after an edit, and removes its folder", async () => {
    const { child, printed, ended } = await startExample(MAIN);
    child.stdin.write("y\n");
    await printed(/command {2}npm run build\n(?:.*\n)*> $/);
    child.kill("SIGINT");
    const { exitCode, stderr, leftBehind } = await ended;
    expect(stderr).toBe("Interrupted.\n");
    expect(exitCode).toBe(1);
    expect(leftBehind).toEqual([]);
  });
});

describe("askInTerminal", () => {
  it.each([
    ["y", { approved: true }],
    [" S ", { approved: true, remember: "session" }],
    ["r", { approved: true, remember: REQUEST.suggestedRules }],
    ["n\nnot now", { approved: false, reason: "not now" }],
    ["n\n", { approved: false }],
    ["constructor\ny", { approved: true }],
  ])("understands %j", async (typed, answer) => {
    const { input, ask } = setUp();
    input.end(`${typed}\n`);
    expect(await ask()).toEqual(answer);
  });

  it("offers and accepts no rule when none is suggested", async () => {
    const { input, ask, printed } = setUp();
    input.end("r\nn\n\n");
    const { suggestedRules: _, ...request } = REQUEST;
    expect(await ask(request)).toEqual({ approved: false });
    expect(printed()).toContain("Type one of y, s, n.");
  });

  it("escapes invisible characters", async () => {
    const { input, ask, printed } = setUp();
    input.end("n\n\n");
    await ask();
    const text = printed();
    expect(text).toContain("npm run \\u{202e}build");
    expect(text).not.toContain("\u202E");
  });

  it("asks one question at a time", async () => {
    const { input, ask, printed } = setUp();
    const both = Promise.all([ask(), ask({ ...REQUEST, toolName: "Other" })]);
    await settled();
    expect(printed()).not.toContain("Other");
    input.end("y\nn\nno\n");
    expect(await both).toEqual([{ approved: true }, { approved: false, reason: "no" }]);
    expect(printed()).toContain("Other");
  });

  it("stops waiting when the run is aborted", async () => {
    const { abort, ask } = setUp();
    const answer = ask();
    await settled();
    abort.abort();
    expect(await answer).toMatchObject({ approved: false });
  });

  it("ignores lines that were typed on a terminal before the question", async () => {
    const { input, ask, printed } = setUp({ isTTY: true });
    input.write("y\n");
    await settled();
    const answer = ask();
    await settled();
    expect(printed()).not.toContain("approved");
    input.write("n\n");
    await settled();
    input.write("read first\n");
    expect(await answer).toEqual({ approved: false, reason: "read first" });
  });
});

describe("showProgress", () => {
  it("holds the lines of other calls until the question is answered", async () => {
    const { input, ask, screen, printed } = setUp();
    const answer = ask();
    await settled();
    printed();
    const event = { callId: "2", toolName: "Other", sessionId: "s", at: 0 };
    showProgress(screen)({ ...event, type: "tool-progress", update: { message: "half done" } });
    expect(printed()).toBe("");
    input.end("y\n");
    await answer;
    expect(printed()).toBe("approved\n  Other: half done\n");
  });

  it.each([
    [{ completed: 5, total: 20 }, ["[#####...............] 5 of 20"]],
    [{ completed: 30, total: 20 }, [`[${"#".repeat(20)}] 30 of 20`]],
    [{ message: "linking", output: "a\n\nb\n" }, ["linking", "a", "b"]],
    [{}, []],
  ])("writes %j as lines", (update, lines) => {
    expect(progressLines(update)).toEqual(lines);
  });
});
