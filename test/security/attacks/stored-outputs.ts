import { existsSync, lutimesSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import * as z from "zod";
import { localOutputStore } from "../../../src/backends/local/output-store/index.js";
import {
  createToolRuntime,
  defineTool,
  localBackend,
  type ToolResult,
  type ToolRuntime,
} from "../../../src/index.js";
import { OPENCODE_TRUNCATION } from "../../../src/truncation/index.js";
import { type Attack, done, textOf } from "../attack.js";
import { bash } from "../calls.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

const BASH_RUNS = [{ tool: "Bash", verdict: "allow" }] as const;
const LONG = "seq 100000";

const outputFolder = (world: World) => world.path("$STATE/tool-output");

function runtimeIn(world: World): ToolRuntime {
  return worldRuntime(world, { rules: BASH_RUNS });
}

/** A runtime with one more tool, which answers what it is made with. */
function givingRuntime(world: World, output: unknown, options: { redact?: (text: string) => string } = {}) {
  const give = defineTool({
    name: "give",
    description: "Answers.",
    kind: "think",
    inputSchema: z.object({}),
    execute: () => output,
  });
  return createToolRuntime({
    cwd: world.ws,
    backend: localBackend({ stateDirectory: world.state }),
    tools: [give],
    permissions: { rules: BASH_RUNS },
    truncation: OPENCODE_TRUNCATION,
    ...options,
  });
}

async function storedPath(runtime: ToolRuntime): Promise<string> {
  const result = await runtime.execute({ id: "store", name: "Bash", input: { cmd: LONG } });
  return result.truncation?.savedTo as string;
}

const ageBy = (path: string, days: number) => {
  const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
  lutimesSync(path, seconds, seconds);
};

function notKept(reason: RegExp) {
  return done(({ last, text }) => {
    expect(text).toContain("100000\n");
    expect(text).toMatch(reason);
    expect(last.truncation?.savedTo).toBeUndefined();
  });
}

/** Ways to see, lose or fill what is stored of outputs. */
export const storedOutputAttacks: readonly Attack[] = [
  {
    id: "O001",
    hazard:
      "another user created the folder of outputs first, as a symlink to a folder of that user (CVE-2026-46406)",
    setup: (world) => world.link("$STATE/tool-output", "$OUT"),
    rules: BASH_RUNS,
    steps: [bash(LONG)],
    ending: notKept(/tool-output' is a symbolic link/),
  },
  {
    id: "O001b",
    hazard: "others may write into the folder of outputs",
    setup: (world) => {
      world.folder("$STATE/tool-output");
      world.command("chmod", "777", "$STATE/tool-output");
    },
    rules: BASH_RUNS,
    steps: [bash(LONG)],
    ending: notKept(/tool-output' can be written by other users/),
  },
  {
    id: "O002",
    hazard: "the access to a session's outputs reaches those of other sessions and the files beside them",
    stage: async (world) => {
      await using runtime = runtimeIn(world);
      const stranger = runtime.session();
      const own = await storedPath(runtime);
      const others = (
        await runtime.execute({ id: "1", name: "Bash", input: { cmd: LONG } }, { session: stranger })
      ).truncation?.savedTo as string;
      world.file("$STATE/tool-output/tool_other", "beside");
      symlinkSync(
        world.path("$OUT/secret"),
        join(outputFolder(world), own.replace(/^.*\/tool_..../, "tool_zzzz")),
      );
      const linked = join(outputFolder(world), own.replace(/^.*\/tool_..../, "tool_zzzz"));
      const statuses = async (path: string): Promise<string[]> => {
        const results = await runtime.executeBatch([
          { id: "r", name: "Read", input: { path, read_range: [1, 5] } },
          { id: "g", name: "Grep", input: { pattern: "1", path } },
        ]);
        return results.map(({ status }) => status);
      };
      expect(await statuses(own)).toEqual(["done", "done"]);
      const refused = ["rejected-by-user", "rejected-by-user"];
      expect(await statuses(others)).toEqual(refused);
      expect(await statuses(join(outputFolder(world), "tool_other"))).toEqual(refused);
      expect(await statuses(outputFolder(world))).toEqual(refused);
      expect(await statuses(linked)).toEqual(refused);
      expect(await statuses(`${own}/../tool_other`)).not.toContain("done");
    },
  },
  {
    id: "O004",
    hazard: "the disk of the outputs is full, and half of one counts as the whole",
    needs: ["mount"],
    setup: (world) => world.mount("$STATE", "-t", "tmpfs", "-o", "size=256k,mode=700", "none"),
    rules: BASH_RUNS,
    steps: [bash("seq 1000000")],
    ending: done(({ last, text, world }) => {
      expect(text).toContain("1000000\n");
      expect(text).toContain("there is no space left (ENOSPC)");
      expect(last.truncation?.savedTo).toBeUndefined();
      expect(readdirSync(outputFolder(world))).toEqual([]);
    }),
  },
  {
    id: "O006",
    hazard: "a clean-up follows a symlink and removes what it leads to",
    setup: (world) => {
      world.folder("$STATE/tool-output");
      world.command("chmod", "700", "$STATE/tool-output");
      world.link("$STATE/tool-output/old", "$OUT");
      ageBy(world.path("$STATE/tool-output/old"), 30);
    },
    rules: BASH_RUNS,
    steps: [bash(LONG)],
    ending: done(({ world }) =>
      vi.waitFor(() => expect(readdirSync(outputFolder(world))).not.toContain("old")),
    ),
  },
  {
    id: "O007",
    hazard: "several clean up at once, and one of them fails on what another has removed",
    stage: async (world) => {
      for (let index = 0; index < 500; index += 1) {
        world.file(`$STATE/tool-output/tool_${index}`, "x");
        ageBy(world.path(`$STATE/tool-output/tool_${index}`), 8);
      }
      world.command("chmod", "700", "$STATE/tool-output");
      const stores = Array.from({ length: 5 }, () => localOutputStore({ stateDirectory: world.state }));
      await Promise.all(stores.map((store) => store.clean()));
      expect(readdirSync(outputFolder(world))).toEqual([]);
    },
  },
  {
    id: "O009",
    hazard:
      "the clock was set back: recent outputs are removed, or outputs with a future time are kept without end",
    stage: async (world) => {
      await using runtime = runtimeIn(world);
      const path = await storedPath(runtime);
      const inDays = (days: number) =>
        localOutputStore({ stateDirectory: world.state, now: () => Date.now() + days * 24 * 60 * 60 * 1000 });
      await inDays(-30).clean();
      expect(existsSync(path)).toBe(true);
      await inDays(-24).clean();
      expect(existsSync(path)).toBe(true);
      await inDays(-22).clean();
      expect(existsSync(path)).toBe(false);
    },
  },
  {
    id: "O010",
    hazard: "a command fills the disk through the store",
    rules: BASH_RUNS,
    steps: [bash("yes | head -c 100000000")],
    ending: done(({ last }) => {
      const path = last.truncation?.savedTo as string;
      expect(statSync(path).size).toBeLessThan(65 * 2 ** 20);
      expect(readFileSync(path, "latin1")).toMatch(/\n\.\.\. \d+ bytes left out \.\.\.\n/);
    }),
    withinMs: 15_000,
  },
  {
    id: "O012",
    hazard: "a notice that is wrong by one sends the model after what is not there",
    stage: async (world) => {
      const text = async (output: string) => {
        await using runtime = givingRuntime(world, output);
        return textOf(await runtime.execute({ id: "1", name: "give", input: {} }));
      };
      expect(await text("x\n".repeat(2_000))).toBe("x\n".repeat(2_000));
      expect(await text("x\n".repeat(2_001))).toContain("\n...1 line truncated...\n");
      expect(await text("x".repeat(51_200))).toBe("x".repeat(51_200));
      const cut = await text("x".repeat(51_201));
      expect(cut).toContain(`${"x".repeat(51_200)}\n\n...1 byte truncated...`);
      const both = await text(`${"y".repeat(99)}\n`.repeat(2_500));
      expect(both).toContain(`...${2_500 * 100 - 51_200} bytes truncated...`);
    },
  },
  {
    id: "O014",
    hazard: "a key in an output reaches the model or the disk",
    stage: async (world) => {
      const redact = (text: string) => text.replace(/AKIA[0-9A-Z]{16}/g, "[key]");
      await using runtime = givingRuntime(world, "AKIA0123456789ABCDEF\n".repeat(4_000), { redact });
      const results = await runtime.executeBatch([
        {
          id: "1",
          name: "Bash",
          input: { cmd: "echo AKIA0123456789ABCDEF; seq 100000; echo AKIA0123456789ABCDEF" },
        },
        { id: "2", name: "give", input: {} },
      ]);
      for (const { truncation, content, ...rest } of results as readonly ToolResult[]) {
        expect(JSON.stringify([content, rest])).not.toContain("AKIA0123456789ABCDEF\\n");
        const kept = readFileSync(truncation?.savedTo as string, "utf8");
        expect(kept).toContain("[key]");
        expect(kept).not.toContain("AKIA");
      }
    },
  },
  {
    id: "O015",
    hazard: "an output that no JSON can say breaks the run of all calls",
    stage: async (world) => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      const odd = [10n, circle, Symbol("x"), undefined, () => {}, "x".repeat(40_000_000), new Map([[1, 2]])];
      for (const output of odd) {
        await using runtime = givingRuntime(world, output);
        const results = await runtime.executeBatch([
          { id: "1", name: "give", input: {} },
          { id: "2", name: "Read", input: { path: "." } },
        ]);
        expect(results.map((result) => textOf(result).length < 60_000)).toEqual([true, true]);
        expect(results[1]?.status).toBe("done");
      }
    },
    withinMs: 15_000,
  },
];
