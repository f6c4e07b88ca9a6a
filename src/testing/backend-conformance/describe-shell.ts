import type { Backend, Shell, ShellOutcome, ShellRequest } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { HOSTILE_NAMES } from "./describe-hostile-names.js";
import { never } from "./search-bench.js";
import { type Bench, type BenchCase, benchCase, codeOf, declareCases, needing } from "./test-bench.js";

/** Lines of output that no backend shortens: about 50,000 characters. */
const LINES = 500;

/** Milliseconds after which a command that waits for a minute must have ended, on a loaded machine. */
const PATIENCE_MS = 40_000;

/** Milliseconds in which a process that still runs would write again. */
const BEAT_MS = 700;

/** Writes to a file for ever. */
const BEATING = "while :; do echo beat >> beat; sleep 0.1; done";

const TREE = { "a.txt": "one\n", "folder/inner": "inner\n" } satisfies Record<string, SeedEntry>;

const CASES: readonly BenchCase[] = [
  benchCase("returns the exit status and the output of both streams", TREE, async (bench) => {
    const ran = await run(bench, "printf out; printf err >&2; exit 3");
    bench.expect([ran.stdout, ran.stderr]).toEqual(["out", "err"]);
    bench.expect([ran.outcome.exitCode, ran.outcome.reason]).toEqual([3, "exit"]);
  }),
  benchCase("runs in the folder of the request", TREE, async (bench) => {
    bench.expect((await run(bench, "cat inner", { cwd: bench.at("folder") })).stdout).toBe("inner\n");
  }),
  benchCase("refuses a folder that is missing, and a file", TREE, async (bench) => {
    bench.expect(await codeOf(run(bench, "echo x", { cwd: bench.at("missing") }))).toBe("not-found");
    bench.expect(await codeOf(run(bench, "echo x", { cwd: bench.at("a.txt") }))).toBe("not-a-directory");
  }),
  benchCase("changes the files that the other ports show", TREE, async (bench) => {
    await run(bench, "echo made > made.txt; rm a.txt");
    const directory = await bench.open();
    bench.expect((await directory.stat("made.txt"))?.size).toBe(5);
    bench.expect(await directory.stat("a.txt")).toBe(undefined);
  }),
  benchCase("passes variables of any text", TREE, async (bench) => {
    const text = "a'b\"c $HOME `id` \\ *\n ü;";
    const environment = { COLLET_SUITE: text };
    bench.expect((await run(bench, 'printf %s "$COLLET_SUITE"', { environment })).stdout).toBe(text);
  }),
  benchCase("keeps the indentation of quoted lines and of here-documents", TREE, async (bench) => {
    const command = "printf '%s' 'a\n  b\n\tc\n'; cat <<'END'\nif d:\n    e = 'ü\\1'\nEND";
    bench.expect((await run(bench, command)).stdout).toBe("a\n  b\n\tc\nif d:\n    e = 'ü\\1'\n");
  }),
  benchCase("starts a command without input, so that it does not wait", TREE, async (bench) => {
    bench.expect((await run(bench, "cat; echo over")).stdout).toBe("over\n");
  }),
  benchCase("passes the input of the request, and ends it", TREE, async (bench) => {
    if (shellOf(bench).takesInput !== true) return;
    const input = new TextEncoder().encode("one\n'two'\n");
    bench.expect((await run(bench, "cat; echo over", { input })).stdout).toBe("one\n'two'\nover\n");
  }),
  benchCase("passes long output whole", TREE, async (bench) => {
    const line = "0123456789".repeat(10);
    const command = `i=0; while [ $i -lt ${LINES} ]; do echo ${line}; i=$((i+1)); done`;
    bench.expect((await run(bench, command)).stdout === `${line}\n`.repeat(LINES)).toBe(true);
  }),
  benchCase("runs commands at the same time without mixing their output", TREE, async (bench) => {
    const numbers = ["1", "2", "3", "4"];
    const ran = await Promise.all(numbers.map((number) => run(bench, `echo ${number}; echo ${number}`)));
    bench.expect(ran.map(({ stdout }) => stdout)).toEqual(numbers.map((number) => `${number}\n${number}\n`));
  }),
  benchCase("runs nothing when its signal is already aborted", TREE, async (bench) => {
    const { outcome } = await run(bench, "echo x > made.txt", { signal: AbortSignal.abort() });
    bench.expect(outcome.reason).toBe("abort");
    bench.expect(await (await bench.open()).stat("made.txt")).toBe(undefined);
  }),
  benchCase("ends a command after its limit of time", TREE, async (bench) => {
    const { outcome } = await run(bench, "sleep 60", { timeoutMs: 300 });
    bench.expect(outcome.reason).toBe("timeout");
    bench.expect(outcome.durationMs < PATIENCE_MS).toBe(true);
  }),
  benchCase(
    "runs in folders whose names programs tend to misread",
    Object.fromEntries(HOSTILE_NAMES.map(([, name]) => [`${name}/inner`, "inner\n"])),
    async (bench) => {
      for (const [title, name] of HOSTILE_NAMES) {
        const { stdout } = await run(bench, "cat inner", { cwd: bench.at(name) });
        bench.expect([title, stdout]).toEqual([title, "inner\n"]);
      }
    },
  ),
];

const STOPPED: readonly BenchCase[] = [
  ...needing({ processes: "command" }, [
    benchCase("ends a command when its signal aborts", TREE, (bench) => expectStopped(bench, BEATING)),
  ]),
  ...needing({ processes: "group" }, [
    benchCase("ends the processes that a command started, when its signal aborts", TREE, (bench) =>
      expectStopped(bench, `sh -c '${BEATING}' & wait`),
    ),
    benchCase(
      "returns when a command has ended, although a process of it holds the output",
      TREE,
      async (bench) => {
        const probe = await run(bench, "(sleep 1; : > ended) & if [ -e ended ]; then echo waits; fi");
        // A simulated shell without processes runs them one after another.
        if (probe.stdout === "waits\n") return;
        const { outcome, stdout } = await run(bench, "sleep 60 & echo over");
        bench.expect([outcome.reason, stdout]).toEqual(["exit", "over\n"]);
        bench.expect(outcome.durationMs < PATIENCE_MS).toBe(true);
      },
    ),
  ]),
  ...needing({ processes: "all" }, [
    benchCase("ends the processes that left the group of a command", TREE, (bench) =>
      expectStopped(
        bench,
        `if command -v setsid > /dev/null; then setsid sh -c '${BEATING}' & else sh -c '${BEATING}' & fi; wait`,
      ),
    ),
  ]),
];

/** Stops a command that writes for ever, and expects that nothing writes any more. */
async function expectStopped(bench: Bench, command: string): Promise<void> {
  const directory = await bench.open();
  const size = async () => (await directory.stat("beat"))?.size ?? 0;
  const stop = new AbortController();
  const running = run(bench, command, { signal: stop.signal });
  running.catch(() => {});
  let hasEnded = false;
  void running.then(
    () => {
      hasEnded = true;
    },
    () => {
      hasEnded = true;
    },
  );
  while ((await size()) === 0 && !hasEnded) await pause(20);
  stop.abort();
  bench.expect((await running).outcome.reason).toBe("abort");
  const before = await size();
  await pause(BEAT_MS);
  bench.expect(await size()).toBe(before);
}

/** Declares tests for the promises of the shell, of backends that have one for POSIX commands. */
export function describeShell(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("the shell", () => {
    declareCases(factory, runner, [
      benchCase("is there, or processes are declared as none", {}, async ({ backend, expect }) => {
        const { shell, guarantees } = backend;
        if (guarantees !== undefined) expect(shell !== undefined).toBe(guarantees.processes !== "none");
      }),
      ...[...CASES, ...STOPPED].map((each) => ({ ...each, isOmitted: hasNoPosixShell })),
    ]);
  });
}

function hasNoPosixShell({ shell }: Backend): boolean {
  return shell === undefined || shell.languages?.includes("posix") === false;
}

function shellOf({ backend }: Bench): Shell {
  if (backend.shell === undefined) throw new Error(`The ${backend.name} backend has no shell.`);
  return backend.shell;
}

async function run(
  bench: Bench,
  command: string,
  options: Partial<ShellRequest> = {},
): Promise<{ readonly outcome: ShellOutcome; readonly stdout: string; readonly stderr: string }> {
  const chunks = { stdout: [] as number[], stderr: [] as number[] };
  const outcome = await shellOf(bench).run({
    ...{ command, language: "posix", cwd: bench.root, signal: never },
    onOutput: (chunk, stream) => {
      // The bytes may be reused afterwards.
      for (const byte of chunk) chunks[stream].push(byte);
    },
    ...options,
  });
  const text = (bytes: readonly number[]) => new TextDecoder().decode(Uint8Array.from(bytes));
  return { outcome, stdout: text(chunks.stdout), stderr: text(chunks.stderr) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
