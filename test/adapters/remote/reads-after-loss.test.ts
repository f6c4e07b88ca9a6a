import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connector } from "../../../src/adapters/remote/index.js";
import { type RemoteFixture, remoteFixture } from "./remote-fixture.js";

/** A runtime whose connection can be cut, at once or before the next message that contains a text. */
async function cuttable(): Promise<
  RemoteFixture & { readonly cut: () => void; readonly cutBefore: (text: string) => void }
> {
  let close = () => {};
  let armed: string | undefined;
  const around =
    (connect: Connector): Connector =>
    async () => {
      const stream = await connect();
      close = () => stream.close();
      return {
        ...stream,
        write: async (bytes) => {
          if (armed !== undefined && Buffer.from(bytes).includes(armed)) {
            armed = undefined;
            stream.close();
            throw new Error("the cable was cut");
          }
          await stream.write(bytes);
        },
      };
    };
  const fixture = await remoteFixture({ "a.txt": "one\n" }, {}, around);
  return {
    ...fixture,
    cut: () => close(),
    cutBefore: (text) => {
      armed = text;
    },
  };
}

const REPLACED = { path: "a.txt", content: "replaced\n" };

describe("a file that was read before the connection was lost", () => {
  it("refuses to be overwritten when the user has changed it", async () => {
    const { call, root, cut } = await cuttable();
    await call("Read", { path: "a.txt" });
    await writeFile(join(root, "a.txt"), "of the user\n");
    cut();
    const refused = await call("create_file", REPLACED);
    expect(refused).toMatchObject({ status: "error", error: { errorCode: "stale-file" } });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("of the user\n");
    await call("Read", { path: "a.txt" });
    expect(await call("create_file", REPLACED)).toMatchObject({ status: "done" });
  });

  it("refuses to be overwritten by the second attempt of a call", async () => {
    const { call, root, cutBefore } = await cuttable();
    await call("Read", { path: "a.txt" });
    await writeFile(join(root, "a.txt"), "of the user\n");
    cutBefore('"create_file"');
    const refused = await call("create_file", REPLACED);
    expect(refused).toMatchObject({ status: "error", error: { errorCode: "stale-file" } });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("of the user\n");
  });

  it("can be changed when it is still the same", async () => {
    const { call, root, cut } = await cuttable();
    await call("Read", { path: "a.txt" });
    cut();
    expect(await call("create_file", REPLACED)).toMatchObject({ status: "done" });
    cut();
    expect(await call("create_file", { ...REPLACED, content: "again\n" })).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("again\n");
  });
});
