import { rgPath } from "@vscode/ripgrep";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createEnvironmentMaker } from "../../src/backends/local/shell/environment/child-environment.js";
import { confineEnvironment } from "../../src/backends/local/shell/environment/confined-environment.js";
import type { CommandConfinement } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { commandGrammar, seededRandom } from "./unasked-fuzz/command-grammar.js";
import { createTripwire, namespacesWork, type Tripwire } from "./unasked-fuzz/tripwire.js";

const FULL = process.env.COLLET_FUZZ === "full";

/** Number of generated commands; about one in ten runs without a question. */
const COMMANDS = FULL ? Number(process.env.COLLET_FUZZ_COMMANDS ?? 100_000) : 2_000;

/** The seed. The nightly run uses another one each time; a failure names it, and COLLET_FUZZ_SEED repeats it. */
const SEED = Number(process.env.COLLET_FUZZ_SEED ?? (FULL ? Date.now() % 1_000_000_000 : 16));

/** Number of commands that are judged together. */
const BATCH = 500;

const works = namespacesWork();

/** Variables of a host that must not reach a command that runs without a question. */
function hostEnvironment({ workspace, home, searchPath }: Tripwire): Record<string, string> {
  const program = `${workspace}/trip`;
  return {
    PATH: searchPath,
    HOME: home,
    LANG: "C.UTF-8",
    HOST_SECRET: "CANARY_VARIABLE",
    RIPGREP_CONFIG_PATH: `${workspace}/.ripgreprc`,
    GREP_OPTIONS: "-r",
    GIT_EXTERNAL_DIFF: program,
    GIT_SSH_COMMAND: program,
    GIT_PAGER: program,
    PAGER: program,
    LESSOPEN: `|${program} %s`,
    BASH_ENV: program,
    CDPATH: `${workspace}/link-out`,
  };
}

/** Returns the commands that a real runtime runs without a question, with the environment that a real shell passes. */
async function unasked(tripwire: Tripwire, commands: readonly string[], isTrusted: boolean) {
  const host = hostEnvironment(tripwire);
  vi.stubEnv("HOME", tripwire.home);
  await using runtime = createToolRuntime({
    cwd: tripwire.workspace,
    permissions: isTrusted ? { trustedFolders: ["."] } : "default",
  });
  const made = new Map<string, Promise<Record<string, string>>>();
  const environmentFor = (confinement: CommandConfinement) => {
    const key = confinement.programs.join(" ");
    const known = made.get(key);
    if (known !== undefined) return known;
    const whole = { ...createEnvironmentMaker()(host), PWD: tripwire.workspace };
    const environment = confineEnvironment(whole, { ...confinement, roots: [tripwire.workspace] });
    made.set(key, environment);
    return environment;
  };
  const running: { readonly text: string; readonly environment: Readonly<Record<string, string>> }[] = [];
  for (let start = 0; start < commands.length; start += BATCH) {
    const calls = commands
      .slice(start, start + BATCH)
      .map((cmd, index) => ({ id: `${start + index}`, name: "Bash", input: { cmd } }));
    const plan = await runtime.plan(calls);
    for (const [index, { decision }] of plan.calls.entries()) {
      const text = calls[index]?.input.cmd ?? "";
      if (decision?.verdict !== "allow") continue;
      // Every command that is allowed here is allowed because it only reads.
      expect(decision.confinement?.readOnly, text).toBe(true);
      running.push({ text, environment: await environmentFor(decision.confinement as CommandConfinement) });
    }
  }
  return running;
}

describe.runIf(works)(
  "commands that run without a question, in a tree of tripwires (needs a bubblewrap that works)",
  () => {
    afterEach(() => vi.unstubAllEnvs());

    it.each([
      { repository: "evil", isTrusted: false },
      { repository: "clean", isTrusted: true },
      { repository: "plain", isTrusted: false },
    ] as const)(
      "writes nothing, prints no secret, leaves no folder, runs no program of the workspace and opens no connection: $repository repository",
      { timeout: FULL ? 7_200_000 : 60_000 },
      async ({ repository, isTrusted }) => {
        const tree = createTripwire(repository, rgPath);
        onTestFinished(() => tree.dispose());
        const next = commandGrammar(tree, seededRandom(SEED + repository.length));
        const trips: string[] = [];
        let ran = 0;
        for (let made = 0; made < COMMANDS / 3; made += 2 * BATCH) {
          const count = Math.min(2 * BATCH, COMMANDS / 3 - made);
          const running = await unasked(tree, Array.from({ length: count }, next), isTrusted);
          ran += running.length;
          trips.push(...tree.run(running));
        }
        expect(trips, `seed ${SEED}`).toEqual([]);
        expect(ran, "enough of them run for the test to mean something").toBeGreaterThan(COMMANDS / 100);
      },
    );

    describe("detects a judge that allows", () => {
      let tree: Tripwire;
      beforeAll(() => {
        tree = createTripwire("evil", rgPath);
      });
      afterAll(() => tree.dispose());

      const environment = () => ({ PATH: trustedPath(tree), HOME: tree.home });

      it("a command that prints forbidden content, among harmless ones", () => {
        const texts = [
          "cat .env",
          "cat link-file",
          "grep -r KEY .",
          "rg KEY .ssh",
          "rg --hidden KEY",
          "grep --color KEY .env",
          "cat node_modules/foo/../../outside/secret.txt",
          "cd node_modules/foo/../../..; cat outside/secret.txt",
          "cd src/link-up; cat link-out/secret.txt",
          "ls -RL",
          "cat /etc/passwd",
        ];
        const commands = texts.flatMap((text) => ["true", text]);
        const trips = tree.run(commands.map((text) => ({ text, environment: environment() })));
        expect(trips.map((trip) => trip.split(" printed ")[0])).toEqual(
          texts.map((text) => JSON.stringify(text)),
        );
      });

      it("a command that writes, among harmless ones", () => {
        const text = "ls > out.txt; touch -d @0 a.txt; sort -o src/new.txt a.txt";
        const trips = tree.run(["true", text].map((each) => ({ text: each, environment: environment() })));
        expect(trips).toEqual([expect.stringMatching(/sort -o.*wrote .*a\.txt.*out\.txt.*new\.txt/)]);
      });

      it.each(["git status", "git ls-remote origin", "cat </dev/tcp/127.0.0.1/4444", "node_modules/.bin/ls"])(
        "a command that runs a program of the workspace or connects: %s",
        (text) => {
          expect(tree.run([{ text, environment: environment() }]).join()).toContain(JSON.stringify(text));
        },
      );

      it("a search path with a folder of the workspace, and variables that configure programs", () => {
        const environment = hostEnvironment(tree);
        expect(tree.run([{ text: "ls", environment }]).join(" ")).toContain("CANARY_PROGRAM");
        const configured = { ...environment, PATH: trustedPath(tree), BASH_ENV: "" };
        expect(tree.run([{ text: "rg KEY", environment: configured }]).join(" ")).toContain("CANARY_");
      });
    });
  },
);

/** The search path without the folder of the workspace. */
function trustedPath({ searchPath }: Tripwire): string {
  return searchPath.split(":").slice(1).join(":");
}
