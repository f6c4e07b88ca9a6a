import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime, localBackend } from "collet";

// A host that its developer bundles into one file. Prints the status of each call, or the message of its error.
async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "collet-bundled-host-"));
  writeFileSync(join(root, "a.txt"), "one\ntwo\n");
  writeFileSync(join(root, "a.py"), "def f():\n    return 1\n");
  writeFileSync(join(root, "long.txt"), `${"a line of this long file\n".repeat(30_000)}    the only  line\n`);
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>Rivers</title><p>The <b>Elbe</b> is long.</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const backend = localBackend({
    web: {
      resolve: async () => [{ address: "93.184.215.14", family: 4 as const }],
      connect: () => connect(port, "127.0.0.1"),
    },
  });
  const runtime = createToolRuntime({ cwd: root, permissions: "allow-all", backend });
  const unasked = createToolRuntime({ cwd: root });
  const calls = [
    ["Read", { path: "a.txt" }],
    ["edit_file", { path: "a.txt", old_str: "one", new_str: "1" }],
    ["edit_file", { path: "a.py", old_str: "return 1", new_str: "return 2" }],
    ["edit_file", { path: "long.txt", old_str: "the only line\n", new_str: "x\n" }],
    ["undo_edit", { path: "a.txt" }],
    ["apply_patch", { patchText: "*** Begin Patch\n*** Add File: b.txt\n+b\n*** End Patch" }],
    ["Grep", { pattern: "two" }],
    ["glob", { filePattern: "**/*.txt" }],
    ["Bash", { cmd: "echo out" }],
    ["get_diagnostics", { paths: ["a.txt"] }],
    ["read_web_page", { url: "http://rivers.example/" }],
  ] as const;
  const shown: string[] = [];
  let page: unknown;
  for (const [name, input] of calls) {
    const result = await runtime.execute({ id: `${shown.length}`, name, input: input as never });
    if (name === "read_web_page") page = result.content;
    shown.push(`${name}: ${result.status === "error" ? result.error.message : result.status}`);
  }
  const listed = await unasked.execute({ id: "unasked", name: "Bash", input: { cmd: "grep -n two a.txt" } });
  shown.push(`Bash: ${listed.status}`);
  const connecting = await runtime
    .connect({ command: "none", args: [] } as never)
    .then(() => "connected")
    .catch((error: Error) => error.message);
  console.log(JSON.stringify({ shown, connecting, page: JSON.stringify(page) }));
  await runtime[Symbol.asyncDispose]();
  await unasked[Symbol.asyncDispose]();
  await backend.dispose();
  server.close();
  rmSync(root, { recursive: true, force: true });
}

void main();
