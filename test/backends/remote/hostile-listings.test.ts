import { describe, expect, it } from "vitest";
import { remoteBackend } from "../../../src/adapters/remote/index.js";
import { encodeFrame } from "../../../src/backends/remote/wire/index.js";
import { ToolError } from "../../../src/index.js";
import { hostile } from "./hostile-worker.js";

/** Lists a folder of a worker that answers the n-th part as a function decides. */
async function listOver(part: (index: number) => unknown): Promise<string> {
  let parts = 0;
  const connect = hostile(({ id, method }, send) => {
    const isPart = method === "directory.list" || method === "batch.next";
    if (isPart) parts += 1;
    const value = isPart ? part(parts) : { handle: 1, identity: "1" };
    send(encodeFrame({ type: "result", id, value }));
  });
  const backend = await remoteBackend({ connect });
  const folder = await backend.files.openDirectory("/w");
  const result = await folder.list().then(
    (entries) => `${entries.length} entries`,
    (error: unknown) => (ToolError.isInstance(error) ? `${error.code}: ${error.message}` : String(error)),
  );
  await backend.dispose();
  return result;
}

describe("the list of a folder on a hostile worker", () => {
  it("refuses a listing that never ends", async () => {
    const items = Array.from({ length: 2_000 }, (_, index) => ({ name: `${index}`, type: "file" }));
    expect(await listOver((part) => ({ items, ...(part < 600 && { more: 2 }) }))).toContain(
      "io-error: The remote worker listed more than 1000000 entries in '/w'.",
    );
  });

  it("refuses a listing that continues without entries", async () => {
    // A host that asks on would end here only after a thousand parts.
    expect(await listOver((part) => ({ items: [], ...(part < 1_000 && { more: 2 }) }))).toContain(
      "an empty part of its results",
    );
  });

  it("refuses a part of a listing with more entries than a worker sends together", async () => {
    const items = Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}`, type: "file" }));
    expect(await listOver(() => ({ items }))).toContain("io-error: The remote worker sent a listing");
  });

  it("refuses a listed name that is longer than any file system allows", async () => {
    expect(await listOver(() => ({ items: [{ name: "n".repeat(1_025), type: "file" }] }))).toContain(
      "io-error: The remote worker sent a name",
    );
  });
});
