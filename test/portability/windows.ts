import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { PermissionRule } from "collet";
import { type Behaviour, type Bench, textOf } from "./behaviour.js";

const ONLY_WINDOWS = "A behaviour of Windows.";
const notOn = { linux: ONLY_WINDOWS, darwin: ONLY_WINDOWS };

/** Runs one call under rules; returns its status and text. */
async function attempt(
  bench: Bench,
  name: string,
  input: object,
  permissions: "allow-all" | "default" | readonly PermissionRule[] = "allow-all",
): Promise<string> {
  const [result] = await bench.runtime({ permissions }).executeBatch([{ id: "1", name, input }]);
  return `${result?.status}: ${textOf(result)}`;
}

/** Behaviours of paths and commands that only Windows has. */
export const WINDOWS_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "Windows: drive letters, both slashes and \\\\?\\ name one file",
    notOn,
    async show(bench) {
      await bench.write({ "sub/a.txt": "0" });
      const path = bench.at("sub\\a.txt");
      const spellings = [
        path,
        path.replaceAll("\\", "/"),
        `${path.charAt(0).toLowerCase()}${path.slice(1)}`,
        `\\\\?\\${path}`,
        "sub/../sub\\a.txt",
        path.slice(2),
      ];
      const runtime = bench.runtime({ permissions: "allow-all" });
      const calls = spellings.map((spelling, at) => ({
        id: String(at),
        name: "edit_file",
        input: { path: spelling, old_str: String(at), new_str: String(at + 1) },
      }));
      const results = await runtime.executeBatch(calls);
      assert.deepEqual(
        results.map((result) => (result.status === "done" ? "done" : textOf(result))),
        calls.map(() => "done"),
      );
      assert.equal(await readFile(path, "utf8"), String(spellings.length));
    },
  },
  {
    name: "Windows: devices, streams, trailing dots and paths without a root are refused",
    notOn,
    async show(bench) {
      await bench.write({ "a.txt": "one" });
      const names = [
        "NUL",
        "con.txt",
        "COM1",
        "aux.c",
        "a.txt:stream",
        "a.txt::$DATA",
        "b.txt.",
        "b.txt ",
        "C:b.txt",
      ];
      for (const path of [...names, "\\\\.\\NUL", "\\\\localhost\\c$\\b.txt"]) {
        const text = await attempt(bench, "create_file", { path, content: "x" });
        assert.match(text, /cannot be used/, path);
        assert.match(await attempt(bench, "Read", { path }), /cannot be used/, path);
      }
      assert.deepEqual(readdirSync(bench.folder), ["a.txt"]);
      assert.equal(await readFile(bench.at("a.txt"), "utf8"), "one");
    },
  },
  {
    name: "Windows: names that differ in letter case are one file",
    notOn,
    async show(bench) {
      await bench.write({ "Sub/A.txt": "0" });
      const runtime = bench.runtime({ permissions: "allow-all" });
      const calls = ["Sub/A.txt", "sub/a.TXT", "SUB/A.txt", "sub/a.txt"].map((path, at) => ({
        id: String(at),
        name: "edit_file",
        input: { path, old_str: String(at), new_str: String(at + 1) },
      }));
      assert.equal((await runtime.plan(calls)).batches.length, calls.length);
      await runtime.executeBatch(calls);
      assert.equal(await readFile(bench.at("Sub/A.txt"), "utf8"), "4");
      const created = await attempt(bench, "create_file", { path: "SUB/new.txt", content: "x" });
      assert.match(created, /^done/);
      assert.deepEqual(readdirSync(bench.at("Sub")).sort(), ["A.txt", "new.txt"]);
      const undone = await runtime.executeBatch([
        { id: "u", name: "undo_edit", input: { path: "sUB/a.tXT" } },
      ]);
      assert.equal(undone[0]?.status, "done");
      assert.equal(await readFile(bench.at("Sub/A.txt"), "utf8"), "3");
    },
  },
  {
    name: "Windows: rules and secrets apply to each spelling",
    notOn,
    async show(bench) {
      await bench.write({ "Private Folder/a.txt": "one", ".env": "TOKEN=1", ".git/HEAD": "ref: x\n" });
      const rules: readonly PermissionRule[] = [
        { kind: "edit", verdict: "allow" },
        { path: "private folder/**", verdict: "deny" },
      ];
      const long = bench.at("Private Folder");
      const asked = spawnSync("cmd", ["/d", "/c", `for %I in ("${long}") do @echo %~sI`], {
        encoding: "utf8",
        windowsVerbatimArguments: true,
      });
      const short = asked.stdout.trim();
      const folders = [
        "PRIVATE FOLDER",
        "private folder",
        `\\\\?\\${long}`,
        ...(existsSync(short) ? [short] : []),
      ];
      for (const folder of folders) {
        for (const file of ["a.txt", "A.TXT", "new.txt"]) {
          const path = `${folder}\\${file}`;
          assert.match(await attempt(bench, "create_file", { path, content: "x" }, rules), /^rejected/, path);
        }
      }
      for (const path of [".ENV", ".Env", ".env.", ".env::$DATA", "ENV~1", "sub/../.ENV"])
        assert.doesNotMatch(await attempt(bench, "Read", { path }), /TOKEN/, path);
      for (const path of [".GIT/HOOKS/pre-commit", ".git\\hooks\\x", ".Git/config"])
        assert.match(
          await attempt(bench, "create_file", { path, content: "x" }, "default"),
          /^blocked/,
          path,
        );
      assert.equal(await readFile(bench.at("Private Folder/a.txt"), "utf8"), "one");
    },
  },
  {
    name: "Windows: a path of more than 260 characters",
    notOn,
    async show(bench) {
      const path = `${"a long name of a folder/".repeat(14)}a.txt`;
      assert.match(await attempt(bench, "create_file", { path, content: "one\n" }), /^done/);
      assert.match(await attempt(bench, "edit_file", { path, old_str: "one", new_str: "two" }), /^done/);
      assert.match(await attempt(bench, "Read", { path: bench.at(path) }), /two/);
    },
  },
  {
    name: "Windows: a file that another program has open is changed or left whole",
    notOn,
    async show(bench) {
      await bench.write({ "sub/a.txt": "one" });
      const descriptor = openSync(bench.at("sub/a.txt"), "r");
      const text = await attempt(bench, "edit_file", { path: "sub/a.txt", old_str: "one", new_str: "two" });
      closeSync(descriptor);
      const expected = text.startsWith("done") ? "two" : "one";
      assert.equal(await readFile(bench.at("sub/a.txt"), "utf8"), expected, text);
      assert.deepEqual(readdirSync(bench.at("sub")), ["a.txt"]);
      assert.match(
        await attempt(bench, "edit_file", { path: "sub/a.txt", old_str: expected, new_str: "three" }),
        /^done/,
      );
    },
  },
  {
    name: "Windows: line ends of a file are kept",
    notOn,
    async show(bench) {
      await bench.write({ "a.txt": "one\r\ntwo\r\nthree\r\n" });
      const input = { path: "a.txt", old_str: "one\ntwo", new_str: "1\n2\n2b" };
      assert.match(await attempt(bench, "edit_file", input), /^done/);
      assert.equal(await readFile(bench.at("a.txt"), "utf8"), "1\r\n2\r\n2b\r\nthree\r\n");
    },
  },
  {
    name: "Windows: the model is told which shell runs its commands",
    notOn,
    async show(bench) {
      const told = [
        { program: "cmd", words: /cmd\.exe, not in bash/ },
        { program: "powershell", words: /PowerShell, not in bash/ },
        { program: "bash", words: /Git Bash/ },
      ] as const;
      for (const { program, words } of told) {
        const tools = bench.runtime({ shell: { program } }).tools();
        assert.match(tools.find(({ name }) => name === "Bash")?.description ?? "", words);
      }
    },
  },
  {
    name: "Windows: a command of cmd or PowerShell is not judged as one of bash",
    notOn,
    async show(bench) {
      await bench.write({ "a.txt": "one" });
      const permissions = [{ command: "echo *", verdict: "allow" }] as const;
      const hidden = {
        cmd: "echo 'x & del a.txt & echo y'",
        powershell: "echo 'x\u2019; del a.txt; echo \u2018y'",
      };
      for (const program of ["cmd", "powershell"] as const) {
        const runtime = bench.runtime({ permissions, shell: { program } });
        const input = { cmd: hidden[program] };
        const [result] = await runtime.executeBatch([{ id: "1", name: "Bash", input }]);
        assert.equal(result?.status, "blocked-on-user", program);
      }
      assert.ok(existsSync(bench.at("a.txt")));
    },
  },
  {
    name: "Windows: cmd prints Unicode, and refuses a second line",
    notOn,
    async show(bench) {
      const runtime = bench.runtime({ permissions: "allow-all", shell: { program: "cmd" } });
      const run = async (cmd: string) => {
        const [result] = await runtime.executeBatch([{ id: cmd, name: "Bash", input: { cmd } }]);
        return textOf(result);
      };
      assert.match(await run('echo "\u00e4\u20ac"'), /<output>"\u00e4\u20ac"/);
      assert.match(await run("echo a\necho b"), /several lines/);
    },
  },
];
