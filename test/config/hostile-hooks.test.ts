import { existsSync, readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../src/backends/local/index.js";
import { commandContent } from "../../src/config/hooks/approvals/command-content.js";
import { HookedFolder } from "./hooked-folder.js";

const SETTINGS = "home/.claude/settings.json";
const run = (command: string, more: object = {}) => [{ hooks: [{ type: "command", command, ...more }] }];
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const updated = (updatedInput: object) =>
  print({ hookSpecificOutput: { permissionDecision: "allow", updatedInput } });

/** Runs one write in a project with a hook before it; the approver says no to every question about the call. */
async function write(scene: HookedFolder, path = "a.txt") {
  const runtime = await scene.runtime({ answer: ({ askedBy }) => askedBy === "tool" });
  const input = { file_path: `${scene.folder.project}/${path}`, content: "text" };
  return await runtime.execute({ id: "1", name: "Write", input });
}

/** Returns whether a process with this id still runs. */
function runs(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a hook before a call that misbehaves", () => {
  it.each([
    ["prints a gigabyte", "head -c 1000000000 /dev/zero", {}, /wrote more than/],
    ["prints a gigabyte of errors", "head -c 1000000000 /dev/zero >&2", {}, /wrote more than/],
    ["never ends", "sleep 1000", { timeout: 0.3 }, /stopped after 0\.3 seconds/],
    ["ends by a signal", "kill -KILL $$", {}, /exit code|signal/],
    ["prints broken JSON", "echo '{'", {}, /JSON/],
    [
      "prints a deep list",
      `echo '{"hookSpecificOutput":{"updatedInput":{"a":'"$(printf '[%.0s' $(seq 9000))"`,
      {},
      /JSON/,
    ],
    [
      "prints a number as its decision",
      print({ hookSpecificOutput: { permissionDecision: 7 } }),
      {},
      /permissionDecision/,
    ],
    ["prints a text as the input", print({ hookSpecificOutput: { updatedInput: "x" } }), {}, /not an object/],
  ])(
    "a misbehaving hook is reported and the call runs as it was judged: it %s",
    async (_title, command, more, problem) => {
      await using scene = new HookedFolder({ [SETTINGS]: { hooks: { PreToolUse: run(command, more) } } });
      const result = await write(scene);
      expect(result).toMatchObject({ status: "done", metadata: { hooks: [{ event: "beforeCall" }] } });
      const [reported] = (result.metadata as { readonly hooks: { readonly problem: string }[] }).hooks;
      expect(reported?.problem).toMatch(problem);
      expect(readFileSync(`${scene.folder.project}/a.txt`, "utf8")).toBe("text");
    },
  );

  it.each([
    ["a protected path", { file_path: "PROJECT/.git/hooks/pre-commit", content: "x" }],
    ["a path outside", { file_path: "/etc/collet-test", content: "x" }],
    ["a secret file", { file_path: "PROJECT/.env", content: "x" }],
    ["a key of the prototype", JSON.parse('{"file_path":"PROJECT/b.txt","content":"x","__proto__":{"a":1}}')],
    ["wrong types", { file_path: 5, content: null }],
    ["a text of 200,000 characters as a path", { file_path: "x".repeat(200_000), content: "x" }],
  ])("does not write to %s", async (_title, input) => {
    await using folder = new HookedFolder({});
    const project = folder.folder.project;
    const text = JSON.stringify(input).replace("PROJECT", project);
    folder.folder.write(
      "home/.claude/settings.json",
      JSON.stringify({ hooks: { PreToolUse: run("cat answer.json") } }),
    );
    folder.folder.write(
      "app/answer.json",
      `{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":${text}}}`,
    );
    const result = await write(folder);
    expect(result.status).not.toBe("done");
    for (const path of [
      `${project}/.git/hooks/pre-commit`,
      "/etc/collet-test",
      `${project}/.env`,
      `${project}/b.txt`,
    ]) {
      expect(existsSync(path)).toBe(false);
    }
  });

  it("writes to a path that the rules allow (control)", async () => {
    await using scene = new HookedFolder({});
    const { project } = scene.folder;
    scene.folder.write(
      SETTINGS,
      JSON.stringify({
        hooks: { PreToolUse: run(updated({ file_path: `${project}/b.txt`, content: "x" })) },
      }),
    );
    expect(await write(scene)).toMatchObject({ status: "done" });
    expect(readFileSync(`${project}/b.txt`, "utf8")).toBe("x");
  });

  it.each([
    ["the hook is stopped", "echo $$ > other; sleep 1000", false],
    ["the backend ends", "echo $$ > other; while [ ! -s child ]; do :; done", true],
  ])("leaves no process when %s, even in other sessions", async (_title, end, isClosed) => {
    const command = `setsid sh -c 'echo $$ > child; exec sleep 1000' >/dev/null 2>&1 & ${end}`;
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { PreToolUse: run(command, { timeout: 5 }) } },
    });
    expect(await write(scene)).toMatchObject({ status: "done" });
    const pids = ["child", "other"].map((name) =>
      Number(readFileSync(`${scene.folder.project}/${name}`, "utf8")),
    );
    if (isClosed) await scene.close();
    for (const pid of pids) {
      expect(pid).toBeGreaterThan(1);
      expect(runs(pid)).toBe(false);
    }
  });
});

describe("a script of a hook", () => {
  const hooks = (command: string) => ({ [SETTINGS]: { hooks: { PreToolUse: run(command) } } });

  it("does not run with a content that replaced the one asked about", async () => {
    await using scene = new HookedFolder({ ...hooks("sh ./check.sh"), "app/check.sh": "echo one >> ran\n" });
    const runtime = await scene.runtime({
      answer: ({ askedBy }) => {
        // The script changes while the approver decides about the first content.
        if (scene.questions.length === 1) scene.folder.write("app/check.sh", "echo two >> ran\n");
        return askedBy === "tool" && scene.questions.length === 1;
      },
    });
    const input = { file_path: `${scene.folder.project}/a.txt`, content: "text" };
    const result = await runtime.execute({ id: "1", name: "Write", input });
    expect(result.status).toBe("rejected-by-user");
    expect(scene.questions.map(({ askedBy }) => askedBy)).toEqual(["tool", "tool", "call"]);
    expect(existsSync(`${scene.folder.project}/ran`)).toBe(false);
  });

  it.each<[string, string, (scene: HookedFolder) => void, string]>([
    [
      "the target of a link",
      "sh ./check.sh",
      ({ folder }) => symlinkSync("payload", `${folder.project}/check.sh`),
      "app/payload",
    ],
    ["a file without an extension", "sh payload", () => {}, "app/payload"],
    ["a file after options", "sh -e ./payload", () => {}, "app/payload"],
    ["a file in the current folder", 'sh "$PWD/payload"', () => {}, "app/payload"],
    ["a file after a change of the folder", "cd inner && ./payload.sh", () => {}, "app/inner/payload.sh"],
    [
      "one of many files",
      `sh -c 'true' ${Array.from({ length: 40 }, (_, index) => `./${index}.sh`).join(" ")} ./payload.sh`,
      () => {},
      "app/payload.sh",
    ],
  ])(
    "a script of a hook is asked about again after a change of %s",
    async (_title, command, prepare, file) => {
      await using scene = new HookedFolder({ ...hooks(command), [file]: "exit 0\n" });
      prepare(scene);
      await write(scene);
      const { length } = scene.questions;
      scene.folder.write(file, "exit 1\n");
      await write(scene);
      expect(scene.questions.length).toBeGreaterThan(length);
    },
  );

  it("needs another answer after its link leads elsewhere", async () => {
    await using scene = new HookedFolder({
      ...hooks("sh ./check.sh"),
      "app/one.sh": "exit 0\n",
      "app/two.sh": "exit 0;\n",
    });
    const link = `${scene.folder.project}/check.sh`;
    symlinkSync("one.sh", link);
    await write(scene);
    await write(scene);
    expect(scene.questions).toHaveLength(1);
    unlinkSync(link);
    symlinkSync("two.sh", link);
    await write(scene);
    expect(scene.questions).toHaveLength(2);
  });

  it("needs another answer after a change in the home folder", async () => {
    await using scene = new HookedFolder({ "home/payload": "exit 0\n" });
    const files = Object.create(localBackend().files, { homeDirectory: { value: scene.folder.home } });
    for (const command of ['sh "$HOME/payload"', "sh ~/payload", `sh -c '. \${HOME}/payload'`]) {
      const content = () => commandContent(command, { cwd: scene.folder.project, variables: [], files });
      const before = await content();
      scene.folder.write("home/payload", `exit ${before}\n`);
      expect(await content()).not.toBe(before);
    }
  });
});
