import { readdir, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CallRecords } from "../../../src/adapters/remote/worker/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { remoteFixture } from "./remote-fixture.js";

describe("a call that its worker cannot record", () => {
  it("does not run, and its result says so", async () => {
    const { call, root, records } = await remoteFixture({ "a.txt": "one\n" });
    expect(await call("Read", { path: "a.txt" })).toMatchObject({ status: "done" });
    await rename(records, `${records}-away`);
    const ran = await call("Bash", { cmd: "touch ran.txt" });
    await rename(`${records}-away`, records);
    expect(ran).toMatchObject({ status: "error", error: { errorCode: "io-error", retryable: true } });
    expect(await readdir(root)).toEqual(["a.txt"]);
    expect(await call("Bash", { cmd: "touch ran.txt" })).toMatchObject({ status: "done" });
    expect(await readdir(root)).toEqual(["a.txt", "ran.txt"]);
  });

  it("counts as begun when its record cannot be read", async () => {
    const folder = await temporaryFolder();
    const records = CallRecords.open(folder);
    await symlink("host.1-1.call", join(folder, "host.1-1.call"));
    expect(() => records?.read("host", "1-1")).toThrow("ELOOP");
    expect(records?.read("host", "1-2")).toBeUndefined();
  });

  it("counts as not begun when its worker is killed while it writes the record", async () => {
    const folder = await temporaryFolder();
    const records = CallRecords.open(folder);
    const whileWritten: unknown[] = [];
    const path = { path: "/a.txt", toJSON: () => whileWritten.push(records?.read("host", "1-1")) };
    records?.begin("host", "1-1", { paths: [path], isPartial: false });
    expect(whileWritten).toEqual([undefined]);
    expect(records?.read("host", "1-1")).toMatchObject({ isPartial: false });
    records?.forget("host", "1-1");
    expect(await readdir(folder)).toEqual(["id"]);
  });

  it("leaves an unfinished record only until it is obsolete", async () => {
    const folder = await temporaryFolder();
    for (const name of ["host.1-1.call.new", "host.1-2.call"]) {
      await writeFile(join(folder, name), "{");
      await utimes(join(folder, name), 1, 1);
    }
    await writeFile(join(folder, "host.1-3.call.new"), "{");
    CallRecords.open(folder);
    expect(await readdir(folder)).toEqual(["host.1-3.call.new", "id"]);
  });
});

it("A call that names a file that cannot be looked at is recorded, and runs", async () => {
  const { call, root, records } = await remoteFixture({ "a.txt": "one\n" });
  await symlink("circle", join(root, "circle"));
  const result = await call("create_file", { path: "circle/n.txt", content: "new\n" });
  expect(result.status).toBe("error");
  expect(result.error?.message).not.toContain("could not record");
  expect(await readdir(records)).toContain("id");
});
