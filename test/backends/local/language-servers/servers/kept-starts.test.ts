import { appendFile, chmod, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { PermissionRule } from "../../../../../src/contract/index.js";
import { createToolRuntime } from "../../../../../src/index.js";
import { temporaryFolder } from "../../../temporary-folder.js";

const FAKE_SERVER = resolve(import.meta.dirname, "../fake-server.mjs");

/** Creates two projects, the program of a language server, and a state directory; `check` is one process of a host. */
async function twoProjects() {
  const folder = await temporaryFolder();
  const state = join(folder, "state");
  const program = join(folder, "server");
  await writeFile(program, `#!${process.execPath}\n${await readFile(FAKE_SERVER, "utf8")}`);
  await chmod(program, 0o755);
  for (const name of ["one", "two"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "fake.json"), "");
    await writeFile(join(folder, name, "a.fake"), "BAD");
  }
  const check = async (
    project: string,
    answer: boolean | undefined,
    { permissions = [], edit = false }: { permissions?: readonly PermissionRule[]; edit?: boolean } = {},
  ) => {
    const cwd = join(folder, project);
    const questions: (string | undefined)[] = [];
    await using runtime = createToolRuntime({
      cwd,
      stateDirectory: state,
      permissions: [{ kind: "edit", verdict: "allow" }, ...permissions],
      diagnosticsBudgetMs: 20_000,
      languageServers: {
        start: "on-request",
        builtIn: [],
        servers: [
          {
            name: "fake",
            languages: { ".fake": "fake" },
            markers: ["fake.json"],
            command: [program, "answers"],
          },
        ],
      },
      ...(answer !== undefined && {
        onApproval: ({ facts }) => {
          questions.push(facts.command);
          return answer;
        },
      }),
    });
    const input = { path: join(cwd, "a.fake"), old_str: "BAD", new_str: "BAD again" };
    const result = edit
      ? await runtime.execute({ id: "1", name: "edit_file", input })
      : await runtime.execute({ id: "1", name: "get_diagnostics", input: { paths: ["a.fake"] } });
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return { asked: questions.length, started: /ERROR \[1:1\] BAD/.test(text) };
  };
  return { folder, state, program, check };
}

describe("KeptStarts", () => {
  it("keeps the approval of a language server for the project in the state directory, even for a host without an approver", async () => {
    const { state, check } = await twoProjects();
    expect(await check("one", true)).toEqual({ asked: 1, started: true });
    expect(await check("one", false)).toEqual({ asked: 0, started: true });
    expect(await check("one", undefined, { edit: true })).toEqual({ asked: 0, started: true });
    const [name = "", ...others] = await readdir(join(state, "language-servers"));
    expect(others).toEqual([]);
    expect((await stat(join(state, "language-servers", name))).mode & 0o777).toBe(0o600);
  });

  it("leads to another question in another project, and after the program changed", async () => {
    const { program, check } = await twoProjects();
    await check("one", true);
    expect(await check("two", false)).toEqual({ asked: 1, started: false });
    await appendFile(program, "\n// another version\n");
    expect(await check("one", false)).toEqual({ asked: 1, started: false });
    expect(await check("one", undefined, { edit: true })).toEqual({ asked: 0, started: false });
  });

  it("keeps nothing after a refusal, and nothing for a start that a rule allowed", async () => {
    const { check } = await twoProjects();
    expect(await check("one", false)).toEqual({ asked: 1, started: false });
    const allow: PermissionRule = { kind: "execute", command: "*/server answers", verdict: "allow" };
    expect(await check("one", true, { permissions: [allow] })).toEqual({ asked: 0, started: true });
    expect(await check("one", false)).toEqual({ asked: 1, started: false });
  });

  it("never overrules a rule that denies", async () => {
    const { check } = await twoProjects();
    await check("one", true);
    const deny: PermissionRule = { kind: "execute", command: "*/server answers", verdict: "deny" };
    expect(await check("one", true, { permissions: [deny] })).toEqual({ asked: 0, started: false });
  });

  it("ignores an approval without the secret that signed it", async () => {
    const { state, check, folder } = await twoProjects();
    await check("one", true);
    const [name = ""] = await readdir(join(state, "language-servers"));
    await rename(join(state, "approvals"), join(folder, "former-approvals"));
    expect(await check("one", false)).toEqual({ asked: 1, started: false });
    expect(name).toMatch(/^[\da-f]{64}$/);
  });
});
