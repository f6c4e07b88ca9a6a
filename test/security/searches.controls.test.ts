import { beforeAll, describe, vi } from "vitest";
import { localOutputStore } from "../../src/backends/local/output-store/index.js";
import type { OutputStore } from "../../src/contract/index.js";
import type { OutputStoreLimits } from "../../src/truncation/index.js";
import { runControls } from "./run-attacks.js";

// Defences of searches and of the output store: each is switched off separately, everything else remains real.

type Defence =
  | "one word"
  | "no config"
  | "no follow"
  | "kill check"
  | "names"
  | "private folder"
  | "limit of one output"
  | "clean-up"
  | "redaction";

const off = vi.hoisted(() => ({ defence: undefined as string | undefined }));

function switchOff(defence: Defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
}

vi.mock("../../src/backends/local/search/ripgrep-process.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/search/ripgrep-process.js")>();
  const weakened = (word: string): string[] => {
    if (off.defence === "one word" && word.startsWith("--regexp=")) return [word.slice("--regexp=".length)];
    if (off.defence === "one word" && word === "--") return [];
    if (off.defence === "no config" && word === "--no-config") return [];
    if (off.defence === "no follow" && word === "--no-follow") return ["--follow"];
    return [word];
  };
  return {
    ...real,
    async *runRipgrep(run: Parameters<typeof real.runRipgrep>[0]) {
      const words = run.arguments.flatMap(weakened);
      const config = process.env.RIPGREP_CONFIG_PATH;
      const weak =
        off.defence === "no config" && config !== undefined
          ? { binary: "/usr/bin/env", arguments: [`RIPGREP_CONFIG_PATH=${config}`, run.binary, ...words] }
          : { binary: run.binary, arguments: words };
      const output = real.runRipgrep({ ...run, ...weak });
      try {
        return yield* output;
      } catch (error) {
        if (off.defence !== "kill check") throw error;
        return { exitCode: 1, complaint: "" };
      }
    },
  };
});

// Results are looked up below the folder of the search as well, which keeps those behind a symlink back.
vi.mock("../../src/backends/local/search/result-folders.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/search/result-folders.js")>();
  return {
    ...real,
    resultFolders: (...[anchor, base]: Parameters<typeof real.resultFolders>) =>
      off.defence === "no follow"
        ? { holds: () => true, open: () => undefined, isSettled: () => true, refresh() {}, close() {} }
        : real.resultFolders(anchor, base),
  };
});

vi.mock("../../src/tools/visible-text.js", async (original) => {
  const real = await original<typeof import("../../src/tools/visible-text.js")>();
  return { visibleText: (text: string) => (off.defence === "names" ? text : real.visibleText(text)) };
});

vi.mock("../../src/truncation/output-name.js", async (original) => {
  const real = await original<typeof import("../../src/truncation/output-name.js")>();
  return {
    ...real,
    ownsOutputName: (name: string, sessionIds: readonly string[]) =>
      off.defence === "names" ? name.startsWith("tool_") : real.ownsOutputName(name, sessionIds),
  };
});

vi.mock("../../src/backends/local/file-locks/private-directory.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/file-locks/private-directory.js")>();
  return {
    makePrivateDirectory: (path: string) => {
      if (off.defence !== "private folder" || !path.endsWith("tool-output")) real.makePrivateDirectory(path);
    },
  };
});

vi.mock("../../src/truncation/output-ends.js", async (original) => {
  const real = await original<typeof import("../../src/truncation/output-ends.js")>();
  return {
    createOutputEnds: (maxBytes: number) =>
      real.createOutputEnds(off.defence === "limit of one output" ? 2 ** 40 : maxBytes),
  };
});

vi.mock("../../src/backends/local/output-store/clean-outputs.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/output-store/clean-outputs.js")>();
  return {
    cleanOutputs: async (folder: string, limits: OutputStoreLimits, nowMs: number) => {
      if (off.defence !== "clean-up") await real.cleanOutputs(folder, limits, nowMs);
    },
  };
});

vi.mock("../../src/runtime/values/redaction.js", async (original) => {
  const real = await original<typeof import("../../src/runtime/values/redaction.js")>();
  return {
    ...real,
    redactOutputs: (...[outputs, redact]: Parameters<typeof real.redactOutputs>) =>
      off.defence === "redaction" ? outputs : real.redactOutputs(outputs, redact),
  };
});

describe("patterns passed as separate words", () => {
  switchOff("one word");
  runControls({ G001: "check", G002: "check" });
});

describe("a search with the configuration file of the user", () => {
  switchOff("no config");
  runControls({ G018: "check" });
});

describe("a search that follows symlinks and does not check its results", () => {
  switchOff("no follow");
  runControls({ G019: "canary" });
});

describe("a killed search that counts as one without results", () => {
  switchOff("kill check");
  runControls({ G029: "ending" });
});

describe("unchanged names and lines, and outputs recognised by their first letters", () => {
  switchOff("names");
  runControls({ G021: "check", G025: "check", O002: "check" });
});

describe("an output folder that any user may have created", () => {
  switchOff("private folder");
  runControls({ O001: "outside-changed", O001b: "check" });
});

describe("an output store without a limit for one output", () => {
  switchOff("limit of one output");
  runControls({ O010: "check" });
});

describe("an output store without a clean-up", () => {
  switchOff("clean-up");
  runControls({ O006: "check", O007: "check", O009: "check" });
});

describe("an output store without redaction", () => {
  switchOff("redaction");
  runControls({ O014: "check" });
});

describe("an output store that names outputs it could not write", () => {
  runControls(
    { O004: "check" },
    {
      backend: (backend, world) => ({
        ...backend,
        outputs: boasting(localOutputStore({ stateDirectory: world.state })),
      }),
    },
  );
});

/** Gives a path whatever happened. */
function boasting(store: OutputStore): OutputStore {
  return {
    ...store,
    open: (owner) => {
      const writer = store.open(owner);
      return {
        ...writer,
        finish: async () => {
          const stored = await writer.finish();
          return stored.kept ? stored : { kept: true, path: "/nowhere", bytes: 0, omittedBytes: 0 };
        },
      };
    },
  };
}
