import { link, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { temporaryName } from "../../../src/workspace/changes/entries/temporary-name.js";
import type { StepIntent } from "../../../src/workspace/changes/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { fixture } from "../workspace-fixture.js";

/** Files on disk, with a note of a killed process's change of them. */
async function interrupted(
  tree: Readonly<Record<string, string>>,
  noteOf: (facts: (name: string) => Promise<Facts>, at: (name: string) => string) => Promise<Note>,
) {
  const stateDirectory = join(await temporaryFolder(), "state");
  const backend = localBackend({ stateDirectory });
  const { root, files } = await fixture(tree, { backend });
  const at = (name: string) => join(root, name);
  const facts = async (name: string) => {
    const folder = await backend.files.openDirectory(root);
    const found = await folder.stat(name);
    await folder.close();
    if (found === undefined) throw new Error(`${name} is missing`);
    return { identity: found.identity, size: found.size, modifiedAtMs: found.modifiedAtMs };
  };
  const { direction, intents } = await noteOf(facts, at);
  const paths = intents.flatMap((intent) =>
    intent.type === "move" ? [intent.path, intent.from] : [intent.path],
  );
  await backend.intentLog.write(paths, JSON.stringify(direction === "back" ? { back: intents } : intents));
  return {
    files,
    names: async () => (await readdir(root)).sort(),
    content: (name: string) => readFile(at(name), "utf8"),
    notes: () => backend.intentLog.find(paths),
  };
}

interface Facts {
  readonly identity: string;
  readonly size: number;
  readonly modifiedAtMs: number;
}

interface Note {
  readonly direction: "forward" | "back";
  readonly intents: readonly StepIntent[];
}

const touch = ({ text }: { readonly text: string }) => ({ text: `${text}!` });

describe("a note of a change that is being rolled back", () => {
  it("finishes a roll-back that has not begun yet", async () => {
    const [made, aside] = [temporaryName("a.txt"), temporaryName("b.txt")];
    const world = await interrupted(
      { "a.txt": "new", [made]: "old", [aside]: "precious", "c.txt": "created" },
      async (facts, at) => ({
        direction: "back",
        intents: [
          { type: "remove", path: at("c.txt"), aside: temporaryName("c.txt"), old: await facts("c.txt") },
          { type: "restore", path: at("b.txt"), aside, identity: (await facts(aside)).identity },
          {
            type: "replace",
            path: at("a.txt"),
            temporary: made,
            made: (await facts(made)).identity,
            old: await facts("a.txt"),
          },
        ],
      }),
    );
    await world.files.updateText("a.txt", touch);
    expect(await world.names()).toEqual(["a.txt", "b.txt"]);
    expect([await world.content("a.txt"), await world.content("b.txt")]).toEqual(["old!", "precious"]);
    expect(await world.notes()).toEqual([]);
  });

  it("removes the temporary name of a file that had both names", async () => {
    const aside = temporaryName("a.txt");
    const world = await interrupted({ "a.txt": "precious" }, async (facts, at) => {
      await link(at("a.txt"), at(aside));
      return {
        direction: "back",
        intents: [{ type: "restore", path: at("a.txt"), aside, identity: (await facts("a.txt")).identity }],
      };
    });
    await world.files.updateText("a.txt", touch);
    expect(await world.names()).toEqual(["a.txt"]);
    expect(await world.content("a.txt")).toBe("precious!");
  });

  it("keeps a set-aside file while another process uses its name, and restores it later", async () => {
    const aside = temporaryName("a.txt");
    const world = await interrupted(
      { "a.txt": "the work of others", [aside]: "precious" },
      async (facts, at) => ({
        direction: "back",
        intents: [{ type: "restore", path: at("a.txt"), aside, identity: (await facts(aside)).identity }],
      }),
    );
    await world.files.updateText("a.txt", touch);
    expect(await world.content("a.txt")).toBe("the work of others!");
    expect(await world.content(aside)).toBe("precious");
    expect(await world.notes()).toHaveLength(1);
    await world.files.move("a.txt", "theirs.txt");
    await world.files.writeText("a.txt", "other", { overwrite: true });
    expect(await world.names()).toEqual(["a.txt", "theirs.txt"]);
    expect(await world.notes()).toEqual([]);
  });
});

describe("a note of a move and of a file that takes the name that becomes free", () => {
  it.each(["forward", "back"] as const)(
    "finishes a move and a file that takes the freed name: %s",
    async (direction) => {
      const temporary = temporaryName("b.txt");
      const world = await interrupted({ "b.txt": "moved", [temporary]: "overwritten" }, async (facts, at) => {
        await link(at("b.txt"), at("a.txt"));
        return {
          direction,
          intents: [
            { type: "move", path: at("a.txt"), from: at("b.txt"), old: await facts("b.txt") },
            { type: "create", path: at("b.txt"), temporary, made: (await facts(temporary)).identity },
          ],
        };
      });
      await world.files.updateText("b.txt", touch);
      expect(await world.names()).toEqual(["a.txt", "b.txt"]);
      expect([await world.content("a.txt"), await world.content("b.txt")]).toEqual(["moved", "overwritten!"]);
    },
  );
});
