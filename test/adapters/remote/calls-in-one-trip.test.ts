import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { remoteFixture } from "./remote-fixture.js";

const TREE = { "a.txt": "one\ntwo\n", "src/b.txt": "two\n", ".env": "KEY=1\n" };

describe("calls of a runtime over a worker", () => {
  it("sends one message for a call that the rules allow", async () => {
    const { call, sent, root } = await remoteFixture(TREE);
    // The first call opens the runtime and resolves nothing else.
    await call("Read", { path: join(root, "a.txt") });
    const calls: readonly (readonly [string, object])[] = [
      ["Read", { path: join(root, "a.txt") }],
      ["edit_file", { path: join(root, "a.txt"), old_str: "two", new_str: "three" }],
      ["Grep", { pattern: "two", path: root }],
      ["Bash", { cmd: "cat a.txt" }],
      ["create_file", { path: join(root, "new/n.txt"), content: "new\n" }],
      ["undo_edit", { path: join(root, "a.txt") }],
      ["glob", { filePattern: "**/*.txt" }],
    ];
    for (const [name, input] of calls) {
      const before = sent();
      const result = await call(name, input);
      expect(result, name).toMatchObject({ status: "done" });
      // A change is followed by the note that its result was read.
      const isChange = ["edit_file", "create_file", "Bash", "undo_edit"].includes(name);
      expect(sent() - before, name).toBe(isChange ? 2 : 1);
    }
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("sends a batch of hundreds of reads before the first answer arrives", async () => {
    const count = 300;
    let sent: number | undefined;
    let mayAnswer = () => {};
    const allSent = new Promise<void>((resolve) => {
      mayAnswer = resolve;
    });
    const { runtime, call } = await remoteFixture(TREE, {}, (connect) => async () => {
      const stream = await connect();
      async function* answers() {
        for await (const bytes of stream.input) {
          if (sent !== undefined) await allSent;
          yield bytes;
        }
      }
      return {
        ...stream,
        input: answers(),
        write: (bytes) => {
          if (sent !== undefined) {
            sent += Buffer.from(bytes).toString("latin1").split("calls.run").length - 1;
            if (sent === count) mayAnswer();
          }
          return stream.write(bytes);
        },
      };
    });
    await call("Read", { path: "a.txt" });
    sent = 0;
    const calls = Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      name: "Read" as const,
      input: { path: "a.txt" },
    }));
    const results = await runtime.executeBatch(calls);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["done"]));
  });
});
