import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createToolRuntime,
  type DiscoverOptions,
  type DiscoveryReport,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { describes, discoveryFolder, program, writeTool } from "./discovery-folder.js";

async function discover(
  files: Readonly<Record<string, string>>,
  options: DiscoverOptions = {},
  runtimeOptions: ToolRuntimeOptions = {},
) {
  const folder = await discoveryFolder(files);
  const runtime = createToolRuntime({ cwd: folder, permissions: "allow-all", ...runtimeOptions });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const found = await runtime.discover(folder, { trust: "trusted", timeoutMs: 15_000, ...options });
  return { folder, runtime, found };
}

const good = program(describes({ name: "good" }));

/** Returns whether a process exists and is not a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && !/\) Z /.test(stat);
}

/**
 * Defects of programs when they describe themselves: the defect, its text, the code of the problem, and words
 * of its reason.
 */
const BAD_PROGRAMS: readonly (readonly [what: string, text: string, code: string, reason: RegExp])[] = [
  ["prints nothing", program("true"), "no-output", /TOOLBOX_ACTION=describe/],
  ["prints invalid JSON", program("echo name: x"), "invalid-description", /"name: x"/],
  ["prints a list", program("echo '[1]'"), "invalid-description", /a list/],
  ["has no description", program("echo '{}'"), "invalid-description", /description is missing/],
  ["has a name that no tool can have", program(describes({ name: "a b" })), "illegal-name", /tb__a b/],
  [
    "has a parameter of no type",
    program(describes({ args: { a: ["text"] } })),
    "invalid-description",
    /args\.a/,
  ],
  [
    "has a schema that is none",
    program(describes({ inputSchema: { type: "string" } })),
    "invalid-definition",
    /object/,
  ],
  ["prints 100 MB", program("yes | head -c 100000000"), "too-much-output", /1048576 bytes/],
  ["never ends", program("sleep 600"), "program-hangs", /1500 ms/],
  ["fails", program("echo no key >&2; exit 4"), "program-failed", /exit code 4.*no key/],
  ["kills itself", program("kill -KILL $$"), "program-failed", /SIGKILL/],
  ["names an interpreter that is not there", "#!/no/such/shell\n", "not-executable", /interpreter/],
];

const badProgramFile = (what: string) => `toolbox/${what.replaceAll(/[^a-z]/gi, "_")}`;

interface Loaded {
  readonly folder: string;
  readonly found: DiscoveryReport;
}

let loaded: Promise<readonly [others: Loaded, hanging: Loaded]> | undefined;

/** Loads a good program among all bad ones, once; those that hang are in a folder with a short time limit. */
async function loadedBadPrograms(hangs: boolean): Promise<Loaded> {
  // Both at once, because one of them mostly waits.
  loaded ??= Promise.all([loadBadPrograms(false), loadBadPrograms(true)]);
  const [others, hanging] = await loaded;
  return hangs ? hanging : others;
}

async function loadBadPrograms(hangs: boolean): Promise<Loaded> {
  const bad = BAD_PROGRAMS.filter(([, , code]) => (code === "program-hangs") === hangs);
  const folder = await discoveryFolder({
    "toolbox/good": good,
    ...Object.fromEntries(bad.map(([what, text]) => [badProgramFile(what), text])),
  });
  await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
  const timeoutMs = hangs ? 1_500 : 15_000;
  return { folder, found: await runtime.discover(folder, { trust: "trusted", timeoutMs }) };
}

describe("tools from programs", () => {
  it("requests the description of a program, and passes it the input as JSON", async () => {
    const { runtime, found, folder } = await discover({
      "toolbox/count.sh": program(
        describes({
          name: "count_lines",
          description: "Counts lines.",
          args: { text: ["string", "the text"], unit: "string?" },
        }),
        'cat; printf "action=%s in %s" "$TOOLBOX_ACTION" "$PWD"',
      ),
      "toolbox/plain": program(
        describes({
          args: undefined,
          inputSchema: { type: "object", properties: { a: { type: "number" } } },
        }),
      ),
    });
    expect(found.problems).toEqual([]);
    expect(found.tools).toEqual([
      { name: "tb__count_lines", file: join(folder, "toolbox/count.sh"), kind: "program" },
      { name: "tb__plain", file: join(folder, "toolbox/plain"), kind: "program" },
    ]);
    expect(runtime.registry.get("tb__count_lines")).toMatchObject({
      source: "toolbox",
      kind: "execute",
      description: "Counts lines.",
      inputSchema: {
        type: "object",
        properties: { text: { type: "string", description: "the text" }, unit: { type: "string" } },
        required: ["text"],
      },
    });
    const [done, invalid] = await runtime.executeBatch([
      { id: "1", name: "tb__count_lines", input: { text: "a\nb" } },
      { id: "2", name: "tb__count_lines", input: { unit: "lines" } },
    ]);
    expect(done?.result).toBe(`{"text":"a\\nb"}\naction=execute in ${folder}`);
    expect(invalid?.error?.errorCode).toBe("invalid-input");
  });

  it.each(BAD_PROGRAMS)(
    "reports a program that %s, and loads the rest",
    async (what, _text, code, reason) => {
      const { found, folder } = await loadedBadPrograms(code === "program-hangs");
      const file = join(folder, badProgramFile(what));
      expect(found.problems.filter((problem) => problem.file === file)).toEqual([
        expect.objectContaining({ file, code, reason: expect.stringMatching(reason) }),
      ]);
      expect(found.tools.map(({ name }) => name)).toEqual(["tb__good"]);
    },
  );

  it("reports a program that is not executable, a broken symlink and a duplicate name", async () => {
    const folder = await discoveryFolder({ "toolbox/good": good, "toolbox/other": good });
    await writeTool(folder, "toolbox/plain", good);
    await chmod(join(folder, "toolbox/plain"), 0o644);
    await symlink("nowhere", join(folder, "toolbox/link"));
    await mkdir(join(folder, "toolbox/folder"));
    const runtime = createToolRuntime({ cwd: folder });
    onTestFinished(() => runtime[Symbol.asyncDispose]());
    const { tools, problems } = await runtime.discover(folder, { trust: "trusted" });
    expect(tools.map(({ name }) => name)).toEqual(["tb__good"]);
    expect(problems.map(({ file, code }) => [file.slice(folder.length), code])).toEqual([
      ["/toolbox/link", "not-found"],
      ["/toolbox/plain", "not-executable"],
      ["/toolbox/other", "name-taken"],
    ]);
    expect(problems[1]?.reason).toContain("chmod +x");
  });

  it("returns the end of 100 MB in bounded memory, and stores the full output", async () => {
    const folder = await discoveryFolder({
      "toolbox/loud": program(describes({}), "yes 123456789 | head -c 100000000; echo the end"),
    });
    const runtime = createToolRuntime({
      cwd: folder,
      permissions: "allow-all",
      stateDirectory: join(folder, ".state"),
    });
    onTestFinished(() => runtime[Symbol.asyncDispose]());
    await runtime.discover(folder, { trust: "trusted" });
    const result = await runtime.execute({ id: "1", name: "tb__loud", input: {} });
    expect(result.status).toBe("done");
    const text = result.content[0]?.type === "text" ? result.content[0].text : "";
    expect(text.length).toBeLessThan(51_000);
    expect(text.endsWith("the end\n")).toBe(true);
    expect(result.truncation?.omittedBytes).toBeGreaterThan(99_000_000);
    expect(text).toContain(String(result.truncation?.savedTo));
  });

  it("reports a failed run with its exit code and output, and one without output", async () => {
    const { runtime } = await discover({
      "toolbox/fails": program(describes({}), "echo half; echo 'no such branch' >&2; exit 2"),
      "toolbox/silent": program(describes({}), "true"),
      "toolbox/deaf": program(describes({ args: { big: "string" } }), "exec 0<&-; echo done"),
    });
    const [fails, silent, deaf] = await runtime.executeBatch([
      { id: "1", name: "tb__fails", input: {} },
      { id: "2", name: "tb__silent", input: {} },
      { id: "3", name: "tb__deaf", input: { big: "x".repeat(1_000_000) } },
    ]);
    expect(fails?.error).toMatchObject({ errorCode: "tool-failed" });
    expect(fails?.error?.message).toMatch(/exit code 2:\nno such branch\nhalf/);
    expect(silent?.result).toBe("The program succeeded and printed nothing.");
    expect(deaf).toMatchObject({ status: "done", result: "done\n" });
  });

  it.each([
    ["", "sleep 600 & echo $! > pid; echo begun; wait"],
    [
      ", also one that ignores the first signal",
      "trap '' TERM; echo $$ > pid; echo begun; while :; do sleep 0.1; done",
    ],
  ])(
    "stops a program and its children when the call is cancelled%s, and keeps its output",
    async (_, execute) => {
      const { runtime, folder } = await discover({ "toolbox/slow": program(describes({}), execute) });
      const started = new Promise<void>((resolve) => {
        runtime.on((event) => event.type === "tool-progress" && resolve());
      });
      const running = runtime.execute({ id: "1", name: "tb__slow", input: {} });
      await started;
      runtime.cancel("1");
      const result = await running;
      const pid = Number(await readFile(join(folder, "pid"), "utf8"));
      expect(await isRunning(pid)).toBe(false);
      expect(result.status).toBe("cancelled");
      expect(result.status === "cancelled" && result.result).toBe("begun\n");
    },
  );

  it("does not run a program that was changed since it was loaded, until the tools are reloaded", async () => {
    const { runtime, found, folder } = await discover({
      "toolbox/tool": program(describes({}), "echo first"),
    });
    await writeFile(join(folder, "toolbox/tool"), program(describes({}), "echo second"));
    const refused = await runtime.execute({ id: "1", name: "tb__tool", input: {} });
    expect(refused.error?.errorCode).toBe("changed-since-approval");
    await found.reload();
    const ran = await runtime.execute({ id: "2", name: "tb__tool", input: {} });
    expect(ran.status === "done" && ran.result).toBe("second\n");
  });

  it("asks before a program runs, whatever its description says", async () => {
    const { runtime } = await discover(
      { "toolbox/innocent": program(describes({ kind: "read", source: "builtin" })) },
      {},
      { permissions: "default" },
    );
    const result = await runtime.execute({ id: "1", name: "tb__innocent", input: {} });
    expect(result.status).toBe("blocked-on-user");
  });

  it.each([
    ["for everyone", undefined, "finder", true],
    ["for all", ["all"], "finder", true],
    ["for the subagent", ["finder", "oracle"], "finder", true],
    ["for another subagent", ["oracle"], "finder", false],
    ["for a subagent, seen by none", ["oracle"], undefined, true],
  ])(
    "offers a tool that is %s as the Amp specification says",
    async (_, subagentTypes, subagentType, offered) => {
      const { runtime } = await discover(
        { "toolbox/tool": program(describes({ subagentTypes })) },
        {},
        {
          mode: {
            includeTools: [],
            allowToolbox: true,
            ...(subagentType !== undefined && { subagentType }),
          },
        },
      );
      expect(runtime.tools().map(({ name }) => name)).toEqual(offered ? ["tb__tool"] : []);
      const { status } = await runtime.execute({ id: "1", name: "tb__tool", input: {} });
      expect(status).toBe(offered ? "done" : "error");
    },
  );

  it("hides secrets of the environment from programs", async () => {
    process.env.COLLET_TEST_API_KEY = "hidden";
    onTestFinished(() => void delete process.env.COLLET_TEST_API_KEY);
    const { runtime } = await discover({
      "toolbox/env": program(describes({}), 'echo "[$COLLET_TEST_API_KEY]"'),
    });
    const result = await runtime.execute({ id: "1", name: "tb__env", input: {} });
    expect(result.status === "done" && result.result).toBe("[]\n");
  });
});
