import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { KnownOutputs } from "../../../src/adapters/calls/host/index.js";
import { AdmittedCalls } from "../../../src/adapters/remote/worker/admitted-calls.js";
import { CallRecords } from "../../../src/adapters/remote/worker/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";

it("AdmittedCalls does not run a call that was cancelled before its turn", async () => {
  const admitted = new AdmittedCalls();
  const stop = new AbortController();
  let free = () => {};
  const first = admitted.run(
    "1",
    new AbortController().signal,
    () => new Promise<void>((done) => (free = done)),
  );
  let hasRun = false;
  const second = admitted.run("2", stop.signal, async () => {
    hasRun = true;
  });
  stop.abort(new Error("cancelled"));
  await Promise.resolve();
  free();
  await first;
  await expect(second).rejects.toThrow("cancelled");
  expect(hasRun).toBe(false);
});

it("KnownOutputs remembers no path of more than 4,096 characters", () => {
  const outputs = new KnownOutputs();
  const session = { id: "s", cwd: "/", memory: new Map() };
  const [short, long] = [`/${"a".repeat(4_095)}`, `/${"a".repeat(4_096)}`];
  outputs.add(session, [short, long]);
  expect([outputs.owns(short, session), outputs.owns(long, session)]).toEqual([true, false]);
});

it("CallRecords creates records that only their user can read", async () => {
  const folder = await temporaryFolder();
  CallRecords.open(folder)?.changed("host", "1-1", ["/a.txt"]);
  expect(statSync(join(folder, "host.1-1.call")).mode & 0o777).toBe(0o600);
});
