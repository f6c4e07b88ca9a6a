import { describe, vi } from "vitest";
import { allAttacks } from "./attacks/all-attacks.js";
import { runAttacks, runControls } from "./run-attacks.js";

// What happens where no sandbox works. A machine may have one in a folder of the system, which is looked at first: here the search
// path alone counts, and the attack puts a broken one at its head.
vi.mock("../../src/backends/local/executable-lookup.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/executable-lookup.js")>();
  return {
    ...real,
    findExecutable: (...[name, lookup]: Parameters<typeof real.findExecutable>) =>
      real.findExecutable(name, name === "bwrap" ? { ...lookup, directories: [] } : lookup),
  };
});

describe("a required sandbox", () => {
  runAttacks(allAttacks.filter(({ id }) => id === "B045"));
});

describe("an optional sandbox on a machine without one", () => {
  runControls({ B045: "check" }, { sandbox: "prefer" });
});
