import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/cli/run-command-line.js";

const BIN = resolve(import.meta.dirname, "../../dist/cli.js");
const clients: Client[] = [];
let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "collet-cli-mcp-")));
  await writeFile(join(root, "a.txt"), "alpha\nbeta\n");
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await rm(root, { recursive: true, force: true });
});

async function startClient(args: readonly string[], answers?: readonly object[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, answers && { capabilities: { elicitation: {} } });
  const left = [...(answers ?? [])];
  if (answers !== undefined) client.setRequestHandler("elicitation/create", () => left.shift() as never);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "mcp", "--root", root, ...args],
    stderr: "pipe",
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

/** One call for every tool of the amp toolset, in a valid order, with its answer or error. */
const CALLS: readonly (readonly [string, Record<string, unknown>, string, "error"?])[] = [
  ["Read", { path: "a.txt" }, "1: alpha"],
  ["list", { path: "." }, "a.txt"],
  ["glob", { filePattern: "*.txt" }, "a.txt"],
  ["Grep", { pattern: "beta" }, "beta"],
  ["create_file", { path: "b.txt", content: "one\n" }, "b.txt"],
  ["edit_file", { path: "b.txt", old_str: "one", new_str: "two" }, "two"],
  ["undo_edit", { path: "b.txt" }, "one"],
  ["Bash", { cmd: "echo from the shell" }, "from the shell"],
  ["multi_edit", { path: "b.txt", edits: [{ old_str: "one", new_str: "three" }] }, "three"],
  ["apply_patch", { patch: "*** Begin Patch\n*** Add File: c.txt\n+new\n*** End Patch" }, "c.txt"],
  ["move_file", { source: "c.txt", destination: "d.txt" }, "d.txt"],
  ["delete_file", { path: "b.txt" }, "b.txt"],
  // These services are not configured, and the tools must report it.
  ["format_file", { path: "a.txt" }, "No formatter", "error"],
  ["Check", {}, "No check was", "error"],
  ["read_thread", { threadID: "none" }, "none", "error"],
  ["read_web_page", { url: "http://127.0.0.1/" }, "127.0.0.1", "error"],
  ["find_thread", { query: "anything" }, "thread"],
  ["get_diagnostics", { paths: ["a.txt"] }, "No language server"],
  ["task_list", { action: "create", content: "Write it" }, "Write it"],
  ["Bash", { cmd: "echo in the background; sleep 30", background: true }, "job-1"],
  ["list_jobs", {}, "job-1"],
  ["read_job", { job_id: "job-1" }, "job-1"],
  ["kill_job", { job_id: "job-1" }, "job-1"],
  ["wait_for_job", { job_id: "job-1" }, "job-1"],
];

describe("collet mcp", () => {
  it("serves the tools of a toolset, each of which can be called", async () => {
    const client = await startClient(["--toolset", "amp", "--yes"]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const called: string[] = [];
    for (const [name, input, expected, ending] of CALLS) {
      const result = await client.callTool({ name, arguments: input });
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(ending === "error");
      expect(JSON.stringify(result.content)).toContain(expected);
      called.push(name);
    }
    expect([...new Set(called)].sort()).toEqual(names.sort());
    expect(client.getServerVersion()?.name).toBe("collet");
  });

  it("asks the user of the client", async () => {
    const create = { name: "create_file", arguments: { path: "c.txt", content: "made\n" } };
    const client = await startClient(
      [],
      [{ action: "accept", content: { answer: "once" } }, { action: "decline" }],
    );
    expect((await client.callTool(create)).isError).toBeFalsy();
    expect(await readFile(join(root, "c.txt"), "utf8")).toBe("made\n");
    const refused = await client.callTool({ ...create, arguments: { path: "d.txt", content: "" } });
    expect(refused.isError).toBe(true);
    await expect(readFile(join(root, "d.txt"))).rejects.toThrow("ENOENT");
  });

  it("keeps the tools inside the root folder", async () => {
    const client = await startClient([]);
    const result = await client.callTool({ name: "Read", arguments: { path: "/etc/hostname" } });
    expect(result).toMatchObject({ isError: true, content: expect.arrayContaining([expect.anything()]) });
  });

  it("exits when its client disconnects", async () => {
    const child = spawn(process.execPath, [BIN, "mcp"], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.end();
    const [exitCode] = (await once(child, "exit")) as [number];
    expect(exitCode).toBe(0);
  });

  it("serves HTTP on this machine with a token, until it is interrupted", async () => {
    const child = spawn(process.execPath, [BIN, "mcp", "--root", root, "--http", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    const url =
      /Listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)/.exec((await lines.next()).value ?? "")?.[1] ?? "";
    const token = /Authorization: (Bearer \S{40,})/.exec((await lines.next()).value ?? "")?.[1] ?? "";
    expect((await fetch(url, { method: "POST" })).status).toBe(401);
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { Authorization: token } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const read = await client.callTool({ name: "Read", arguments: { path: "a.txt" } });
    expect(JSON.stringify(read.content)).toContain("1: alpha");
    child.kill("SIGINT");
    const [exitCode] = (await once(child, "exit")) as [number];
    expect(exitCode).toBe(130);
    await client.close();
  });

  it.each(["abc", "-1", "70000"])("refuses the port %s", async (port) => {
    const stream = () => Object.assign(new PassThrough(), { isTTY: false });
    const [stdin, stdout, stderr] = [stream(), stream(), stream()];
    const exitCode = await runCommandLine(["mcp", `--http=${port}`], {
      ...{ stdin, stdout, stderr, cwd: root },
      signal: new AbortController().signal,
      interrupt: () => {},
    });
    expect(exitCode).toBe(2);
    expect(String(stderr.read())).toContain(port);
  });
});
