import { existsSync } from "node:fs";
import { expect } from "vitest";
import * as z from "zod";
import { localBackend } from "../../../src/backends/local/index.js";
import { createToolRuntime, defineTool, type ToolResult, type ToolRuntime } from "../../../src/index.js";
import { OPENCODE_COMMAND_TIMEOUTS, runCommandOperation } from "../../../src/tools/index.js";
import { BOUNDED_BOMB } from "../../backends/local/shell/bounded-bomb.js";
import { endSurvivors, sleepMark, survivors } from "../../backends/local/shell/survivors.js";
import { type Attack, asked, type Check, done, failed, type Step, safe, textOf } from "../attack.js";
import { bash } from "../calls.js";
import { startCommand, until } from "../processes.js";
import { requireTried } from "../untried.js";
import type { Weakness } from "../weakness.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

/** Megabytes that a flood of output may add to the memory of the host. */
const MAX_GROWTH_MB = 64;

/** Bash with other parameters beside its own. */
const bashWith = (cmd: string, more: Readonly<Record<string, unknown>>): Step => ({
  name: "Bash",
  input: { cmd, ...more },
});

/** Ends what a control left behind. */
function endAfterwards(mark: string): (world: World) => void {
  return (world) =>
    world.onEnd(() => {
      endSurvivors(mark);
    });
}

/** Milliseconds between two looks at all processes of the machine. */
const POLL_MS = 50;

/** Waits until no process has a mark any more. */
async function allGone(mark: string, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  await until(() => survivors(mark).length === 0 || performance.now() > end, undefined, POLL_MS);
  expect(survivors(mark)).toEqual([]);
}

const outputOf = (text: string) => /<output>([\s\S]*)<\/output>/.exec(text)?.[1];

const prints =
  (expected: string): Check =>
  ({ text }) =>
    expect(outputOf(text)).toBe(expected);

/** A command that is cut short in some way, and nothing of it may be left. */
async function cutShort(
  world: World,
  weakness: Weakness,
  cmd: string,
  cut: "abort" | "dispose",
): Promise<ToolResult> {
  const runtime = worldRuntime(world, {
    permissions: "allow-all",
    backend: (backend) => weakness.backend?.(backend, world) ?? backend,
  });
  const controller = new AbortController();
  const running = runtime.execute(
    { id: "1", name: "Bash", input: { cmd: `touch up; ${cmd}` } },
    { signal: controller.signal },
  );
  await until(() => world.has("$WS/up"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  if (cut === "abort") controller.abort();
  else await runtime[Symbol.asyncDispose]();
  const result = await running;
  expect(result.status).toBe("cancelled");
  return result;
}

/** An attack that cuts a command short. */
function cutting(
  id: Attack["id"],
  hazard: string,
  cut: "abort" | "dispose",
  command: (mark: string) => string,
  withinMs: number,
): Attack {
  const mark = sleepMark();
  return {
    id,
    hazard,
    needs: ["linux"],
    setup: endAfterwards(mark),
    stage: async (world, weakness) => {
      await cutShort(world, weakness, command(mark), cut);
      expect(survivors(mark)).toEqual([]);
    },
    withinMs,
    isWaiting: true,
  };
}

/** A shell tool with a time limit, as the toolset of seed 004 has it. */
const timedBash = defineTool({
  name: "timed_bash",
  description: "Runs a command with a time limit.",
  kind: "execute",
  inputSchema: z.object({ command: z.string(), timeout: z.number().optional() }),
  timeoutMs: false,
  execute: ({ command, timeout }, context) =>
    runCommandOperation.run(
      {
        command,
        timeouts: OPENCODE_COMMAND_TIMEOUTS,
        ...(timeout !== undefined && { timeoutMs: timeout }),
      },
      context,
    ),
});

async function runTimed(
  world: World,
  weakness: Weakness,
  command: string,
  timeout: unknown,
): Promise<ToolResult> {
  const local = localBackend({ stateDirectory: world.state });
  await using runtime = createToolRuntime({
    cwd: world.ws,
    backend: weakness.backend?.(local, world) ?? local,
    tools: [timedBash],
    permissions: "allow-all",
  }) as unknown as ToolRuntime;
  return await runtime.execute({ id: "1", name: "timed_bash", input: { command, timeout } });
}

/** A time limit that is none: the command must neither be killed at once nor run without a limit. */
function badTimeout(id: Attack["id"], timeout: unknown): Attack {
  return {
    id,
    hazard: `a timeout of ${JSON.stringify(timeout)} ms`,
    stage: async (world, weakness) => {
      const result = await runTimed(world, weakness, "touch ran", timeout);
      expect(result.error?.errorCode).toBe("invalid-input");
      expect(world.has("$WS/ran")).toBe(false);
    },
  };
}

/** Watches how far the memory grows while something runs. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  await work();
  clearInterval(timer);
  return (Math.max(most, process.memoryUsage.rss()) - before) / 1024 ** 2;
}

/** An attack that floods the host with output. */
function flood(id: Attack["id"], hazard: string, cmd: string): Attack {
  return {
    id,
    hazard,
    stage: async (world) => {
      await using runtime = worldRuntime(world, { permissions: "allow-all" });
      let result: ToolResult | undefined;
      const growth = await growthOf(async () => {
        result = await runtime.execute({ id: "1", name: "Bash", input: { cmd } });
      });
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
      expect(result?.status).toBe("done");
      expect(textOf(result as ToolResult).length).toBeLessThan(60_000);
    },
    withinMs: 20_000,
  };
}

/** Milliseconds within which a command must end on a machine that runs a fork bomb beside it; the commands themselves sleep for years. */
const BUSY_MS = 20_000;

const BACKGROUND = sleepMark();
const DISOWNED = sleepMark();
const BOMB = sleepMark();
const ORPHANS = [sleepMark(), sleepMark()] as const;

/** What commands do to the host that runs them. */
export const bashExecutionAttacks: readonly Attack[] = [
  {
    id: "B001",
    hazard: "a grandchild in a session of its own holds the pipe, and the call never ends",
    needs: ["linux"],
    setup: endAfterwards(BACKGROUND),
    steps: [bash(`setsid sleep ${BACKGROUND} & echo ok`)],
    permissions: "allow-all",
    ending: done((seen) => {
      prints("ok\n")(seen);
      expect(survivors(BACKGROUND)).toEqual([]);
    }),
    withinMs: 1_500,
  },
  {
    id: "B001b",
    hazard: "a disowned child holds the pipe",
    needs: ["linux"],
    setup: endAfterwards(DISOWNED),
    steps: [bash(`sleep ${DISOWNED} & disown; echo done`)],
    permissions: "allow-all",
    ending: done((seen) => {
      prints("done\n")(seen);
      expect(survivors(DISOWNED)).toEqual([]);
    }),
    withinMs: 1_500,
  },
  cutting("B005", "an aborted command runs on", "abort", (mark) => `sleep ${mark} & sleep ${mark}`, BUSY_MS),
  cutting(
    "B005b",
    "an aborted command ignores SIGTERM and moves its children to other sessions",
    "abort",
    (mark) => `trap '' TERM; setsid sleep ${mark} >/dev/null 2>&1 & sleep ${mark}; sleep ${mark}`,
    BUSY_MS,
  ),
  cutting(
    "B005c",
    "a command runs on when the runtime is disposed of",
    "dispose",
    (mark) => `setsid bash -c "trap '' TERM; sleep ${mark}; sleep ${mark}" & sleep ${mark}`,
    BUSY_MS,
  ),
  {
    id: "B006",
    hazard: "a command prints without end, into memory or onto the disk",
    stage: async (world, weakness) => {
      const growth = await growthOf(() => runTimed(world, weakness, "yes", 1_000));
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
      const bytes = world
        .names("$STATE/tool-output")
        .filter((name) => name.startsWith("tool_"))
        .map((name) => world.bytes(`$STATE/tool-output/${name}`).length);
      expect(bytes).toHaveLength(1);
      // The line that says what is left out comes on top.
      expect(bytes[0]).toBeLessThanOrEqual(64 * 1024 ** 2 + 1_024);
    },
    withinMs: 8_000,
  },
  flood("B007", "three hundred megabytes of zeros", "head -c 300000000 /dev/zero"),
  flood("B008", "a line of two hundred megabytes", "head -c 200000000 /dev/zero | tr '\\0' a"),
  {
    id: "B009",
    hazard: "output that is no UTF-8 breaks the result",
    steps: [bash("printf '\\xff\\xfe\\x00\\x80abc'")],
    permissions: "allow-all",
    ending: done(prints("\ufffd\ufffd\ufffdabc")),
  },
  {
    id: "B011",
    hazard:
      "escape sequences write the clipboard or hide what was printed, for the model or in the user's terminal",
    steps: [bash("printf '\\033]52;c;aGk=\\007\\033[2J\\033[31mred\\r\\033[1A hidden'")],
    permissions: "allow-all",
    ending: done(({ text, events }) => {
      expect(outputOf(text)).toBe("red\n hidden");
      for (const event of events) {
        if (event.type !== "tool-progress") continue;
        // Colours may stay for the user's eyes.
        expect(event.update.output?.replaceAll("\u001b[31m", "")).toBe("red\n hidden");
      }
      expect(events.map(({ type }) => type)).toContain("tool-progress");
    }),
  },
  {
    id: "B013",
    hazard: "a command waits for input that nobody gives",
    steps: [bash("cat")],
    permissions: "allow-all",
    ending: done(prints("")),
    withinMs: 1_500,
  },
  {
    id: "B014",
    hazard: "a command asks the terminal of the host",
    needs: ["linux"],
    steps: [bash("cat < /dev/tty")],
    permissions: "allow-all",
    ending: done(({ text }) => expect(text).toContain("<exit_code>1</exit_code>")),
    withinMs: 1_500,
  },
  {
    id: "B015",
    hazard: "a command that signals its own group reaches the host",
    steps: [bash("trap '' TERM; kill -INT -$$; kill -TERM 0; echo ok")],
    permissions: "allow-all",
    ending: safe(({ last }) => expect(["done", "error"]).toContain(last.status)),
  },
  {
    id: "B016",
    hazard: "a command kills its parent, which is the host",
    steps: [bash("kill -9 $PPID")],
    ending: asked("$WS"),
  },
  {
    id: "B017",
    hazard: "processes that start processes, each in a session of its own (a fork bomb with a bound)",
    needs: ["linux"],
    setup: (world) => {
      endAfterwards(BOMB)(world);
      // A smaller bound: half of the processes are as hard to end.
      world.file("$STATE/bomb.sh", BOUNDED_BOMB.replace("-gt 120", "-gt 60"));
      world.folder("$STATE/seen");
    },
    stage: async (world, weakness) => {
      const command = `bash ${world.path("$STATE/bomb.sh")} ${world.path("$STATE/seen")} ${BOMB}; sleep ${BOMB}`;
      const result = await runTimed(world, weakness, command, 2_000);
      requireTried(world.names("$STATE/seen").length > 20, "too few processes were started");
      expect(result.result).toMatchObject({ reason: "timeout" });
      // Without the defence nobody ends them: a control need not wait for long to see that.
      await allGone(BOMB, weakness.backend === undefined ? 10_000 : 500);
    },
    // Not beside others, whose time it would take.
    withinMs: 15_000,
  },
  {
    id: "B018",
    hazard: "a command fills the disk",
    needs: ["mount"],
    setup: (world) => {
      world.folder("$WS/small");
      world.mount("$WS/small", "-t", "tmpfs", "-o", "size=16m", "none");
    },
    steps: [bash("dd if=/dev/zero of=small/big bs=1M count=100 2>&1"), bash("echo still here")],
    permissions: "allow-all",
    ending: done(({ results, text }) => {
      expect(textOf(results[0] as ToolResult)).toContain("<exit_code>1</exit_code>");
      expect(outputOf(text)).toBe("still here\n");
    }),
  },
  {
    id: "B020",
    hazard: "a working directory that is a file",
    setup: (world) => world.file("$WS/a.txt"),
    steps: [bash("ls", "$WS/a.txt")],
    permissions: "allow-all",
    ending: failed("not-a-directory"),
  },
  {
    id: "B021",
    hazard: "a command removes the folder it runs in",
    steps: [bash("mkdir d && cd d && rmdir ../d && pwd; ls"), bash("pwd")],
    permissions: "allow-all",
    ending: done((seen) => prints(`${seen.world.ws}\n`)(seen)),
  },
  {
    id: "B023",
    hazard: "the model chooses a working directory that leads out of the workspace",
    setup: (world) => world.link("$WS/l", "$OUT"),
    steps: [bash("ls", "$WS/l")],
    ending: asked("$OUT"),
  },
  {
    id: "B025",
    hazard: "the model sets variables of the environment, and the loader runs its code",
    steps: [
      bashWith('echo "[$LD_PRELOAD]"', { env: { LD_PRELOAD: "./x.so" }, environment: { LD_PRELOAD: "y" } }),
    ],
    permissions: "allow-all",
    ending: done(prints("[]\n")),
  },
  {
    id: "B026",
    hazard: "the model switches off the sandbox or the approval with a parameter of its own",
    steps: [bashWith("rm -rf x", { dangerouslyDisableSandbox: true, sandbox: "off", _approved: true })],
    ending: asked("$WS"),
  },
  {
    id: "B027",
    hazard: "a timeout longer than a timer can hold fires at once",
    stage: async (world, weakness) => {
      const result = await runTimed(world, weakness, "sleep 0.4; echo ok", 1e12);
      expect(result.result).toMatchObject({ reason: "exit", output: "ok\n", timeoutMs: 1e12 });
    },
    withinMs: BUSY_MS,
    isWaiting: true,
  },
  badTimeout("B028", -1),
  badTimeout("B029", 0),
  badTimeout("B030", 0.4),
  badTimeout("B032", "Infinity"),
  {
    id: "B034",
    hazard:
      "an & at the end of a command is cut off where it is part of a word, a heredoc or another operator",
    steps: [
      bash("echo a &"),
      bash("echo 'a &'"),
      bash("cat <<'end'\nb &\nend"),
      bash("echo a &&\necho 'c &'"),
      bash("echo d \\&"),
    ],
    permissions: "allow-all",
    ending: done(({ results }) => {
      expect(results.map((result) => outputOf(textOf(result)))).toEqual([
        "a\n",
        "a &\n",
        "b &\n",
        "a\nc &\n",
        "d &\n",
      ]);
    }),
  },
  {
    id: "B036",
    hazard: "a cd in front is taken apart as text, and what it runs is not judged",
    steps: [bash("cd $(touch PWN; echo .) && ls")],
    ending: {
      ...asked("$WS"),
      check: ({ questions, world }) => {
        expect(questions[0]?.facts.command).toBe("cd $(touch PWN; echo .) && ls");
        expect(world.has("$WS/PWN")).toBe(false);
      },
    },
  },
  {
    id: "B039",
    hazard: "a command longer than the operating system takes",
    steps: [bash(`echo ${"a".repeat(200_000)}`)],
    permissions: "allow-all",
    ending: failed("spawn-failed"),
  },
  {
    id: "B040",
    hazard: "no descriptors are left to start a command with",
    untested:
      "with so few descriptors that a command cannot start, the test runner cannot work either; the mapping of EMFILE has a test of its own",
  },
  {
    id: "B042",
    hazard: "a host that is killed leaves its commands behind",
    needs: ["linux"],
    setup: (world) => ORPHANS.map((mark) => endAfterwards(mark)(world)),
    stage: async (world) => {
      const judge = async (signal: NodeJS.Signals, mark: string) => {
        const { child, ended } = await startCommand(world, `setsid sleep ${mark} & sleep ${mark}`);
        await until(() => survivors(`sleep ${mark}`).length >= 2, undefined, POLL_MS);
        child.kill(signal);
        await ended;
        await allGone(`sleep ${mark}`, 4_000);
      };
      await Promise.all([judge("SIGTERM", ORPHANS[0]), judge("SIGKILL", ORPHANS[1])]);
    },
    withinMs: 15_000,
    isWaiting: true,
  },
  {
    id: "B044",
    hazard:
      "a sandboxed command plants a git hook where there is no repository yet, or leaves through a symlink",
    needs: ["bubblewrap"],
    stage: async (world) => {
      await using runtime = createToolRuntime({
        cwd: world.ws,
        stateDirectory: world.state,
        shell: { sandbox: "require" },
        permissions: "allow-all",
      }) as unknown as ToolRuntime;
      const cmd = `mkdir -p .git/hooks && echo x > .git/hooks/pre-commit; ln -s ${world.out} d; echo x > d/f; true`;
      const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd } });
      expect(result).toMatchObject({ status: "done", metadata: { sandbox: "bubblewrap" } });
      expect(world.has("$WS/.git/hooks/pre-commit")).toBe(false);
      expect(world.has("$OUT/f")).toBe(false);
    },
    withinMs: 8_000,
  },
  {
    id: "B045",
    hazard: "a sandbox that was required cannot be had, and the command runs without",
    stage: async (world, weakness) => {
      world.file("$STATE/bin/bwrap", "#!/bin/sh\nexit 1\n", 0o755);
      const path = process.env.PATH;
      process.env.PATH = `${world.path("$STATE/bin")}:${path}`;
      try {
        await using runtime = createToolRuntime({
          cwd: world.ws,
          stateDirectory: world.state,
          shell: { sandbox: weakness.sandbox ?? "require" },
          permissions: "allow-all",
        }) as unknown as ToolRuntime;
        const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd: "touch ran" } });
        // Where the system has a sandbox of its own, a broken one on the search path changes nothing.
        if (result.metadata?.sandbox === "bubblewrap") return;
        expect(result.error?.errorCode).toBe("sandbox-unavailable");
        expect(existsSync(world.path("$WS/ran"))).toBe(false);
      } finally {
        process.env.PATH = path;
      }
    },
    withinMs: 8_000,
  },
];
