import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { capture } from "../../examples/run-quickstart.js";
import { temporaryFolder } from "../temporary-folder.js";

const LIBRARY = pathToFileURL(resolve(import.meta.dirname, "../../../dist/index.js")).href;

/** Edits, creates, searches and removes; prints the status of each call, or the message of its error. */
const HOST = `
import { createToolRuntime } from ${JSON.stringify(LIBRARY)};
const cwd = process.argv[2];
const runtime = createToolRuntime({ cwd, permissions: "allow-all", stateDirectory: cwd + "/.state" });
const shown = [];
for (const [name, input] of [
  ["edit_file", { path: "a.txt", old_str: "one", new_str: "1" }],
  ["edit_file", { path: "long.txt", old_str: "the only line\\n", new_str: "x\\n" }],
  ["undo_edit", { path: "a.txt" }],
  ["edit_file", { path: "run.sh", old_str: "true", new_str: "false" }],
  ["create_file", { path: "new/b.txt", content: "b" }],
  ["Grep", { pattern: "only" }],
  ["glob", { filePattern: "**/*.txt" }],
  ["delete_file", { path: "new/b.txt" }],
]) {
  const { status, error } = await runtime.execute({ id: String(shown.length), name, input });
  shown.push(name + ": " + (status === "error" ? error.message : status));
}
const asking = createToolRuntime({ cwd, stateDirectory: cwd + "/.state" });
const blocked = await asking.executeBatch([{ id: "ask", name: "create_file", input: { path: "c.txt", content: "c" } }]);
const [answered] = await asking.resume(blocked, { ask: true });
shown.push("create_file: " + (answered.status === "error" ? answered.error.message : answered.status));
await asking[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
console.log(JSON.stringify(shown));
`;

it("a host under the permission model of Node changes and searches files without the right to start programs and threads", async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
  writeFileSync(join(folder, "run.sh"), "#!/bin/sh\ntrue\n", { mode: 0o755 });
  writeFileSync(
    join(folder, "long.txt"),
    `${"a line of this long file\n".repeat(30_000)}    the only  line\n`,
  );
  writeFileSync(join(folder, "host.mjs"), HOST);
  const [major = 0] = process.versions.node.split(".").map(Number);
  const model = major < 22 ? "--experimental-permission" : "--permission";
  const { stdout, stderr } = await capture(
    [model, "--no-warnings", "--allow-fs-read=*", "--allow-fs-write=*", join(folder, "host.mjs"), folder],
    { cwd: folder },
  );
  expect(stderr).toBe("");
  const shown = JSON.parse(stdout) as string[];
  expect(shown.filter((line) => !line.endsWith(": done"))).toEqual([]);
  expect(existsSync(join(folder, ".state/approvals/approvals.key"))).toBe(true);
  expect(statSync(join(folder, "run.sh")).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\n");
  expect(readFileSync(join(folder, "long.txt"), "utf8").endsWith("    x\n")).toBe(true);
});
