import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lostCall } from "../../../src/adapters/remote/host/lost-call.js";
import { hasState, statesBefore } from "../../../src/adapters/remote/worker/file-state.js";
import { CallRecords } from "../../../src/adapters/remote/worker/index.js";
import { outcomeOf } from "../../../src/adapters/remote/worker/outcome-of.js";
import { type AnyTool, localBackend, ToolError } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";

/** Returns the states of files that a call would write. */
const statesOf = (paths: readonly string[], cwd: string) => {
  const tool = { facts: () => ({ paths: paths.map((path) => ({ path, access: "write" })) }) };
  return statesBefore(tool as unknown as AnyTool, {}, cwd);
};

describe("the states of the files of a call", () => {
  it("hash at most 8 MiB, and record facts of the other files", async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 12 }, (_, index) => `${index}.bin`);
    for (const name of names) await writeFile(join(folder, name), Buffer.alloc(1_048_576));
    const { paths } = statesOf(names, folder);
    expect(paths.filter(({ state }) => state?.includes("sha256"))).toHaveLength(8);
    expect(paths.every(({ path, state }) => state !== undefined && hasState(path, state))).toBe(true);
    for (const name of names) await writeFile(join(folder, name), Buffer.alloc(1_048_576, 1));
    expect(paths.some(({ path, state }) => hasState(path, state))).toBe(false);
  });

  it("tell a missing file and one that cannot be looked at apart", async () => {
    const folder = await temporaryFolder();
    await symlink("circle", join(folder, "circle"));
    expect(statesOf(["none", "circle"], folder).paths).toEqual([
      { path: join(folder, "none") },
      { path: join(folder, "circle"), isUnknown: true },
    ]);
    expect(hasState(join(folder, "none"), undefined)).toBe(true);
  });
});

it("A lost call that named more than 1,000 files is never reported as unchanged", async () => {
  const folder = await temporaryFolder();
  const records = CallRecords.open(await temporaryFolder());
  const names = Array.from({ length: 1_001 }, (_, index) => `${index}.txt`);
  records?.begin("host", "1-1", statesOf(names, folder));
  records?.begin("host", "1-2", statesOf(names.slice(1), folder));
  const backend = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
  const lost = new ToolError("The connection was lost.", { code: "connection-lost" });
  const signal = new AbortController().signal;
  const results = [];
  for (const call of ["1-1", "1-2"]) {
    const found = await outcomeOf({ call, host: "host", records, backend, signal });
    if (found.state !== "begun") throw new Error(`unexpected state ${found.state}`);
    results.push(lostCall(lost, { hasBegun: true, ...found }));
  }
  await backend.dispose();
  await rm(folder, { recursive: true });
  expect(results[0]?.error?.message).not.toContain("changed nothing");
  expect(results[0]?.error?.retryable).toBeUndefined();
  expect(results[1]?.error).toMatchObject({ retryable: true });
});
