import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundledModule } from "../../bundled-module.js";

// In a process of its own: the kernel enlarges the table of descriptors, for which a call takes long, only once for each size.
it.runIf(process.platform === "linux")(
  "a process that opens hundreds of files does not take its volume for a slow one",
  async () => {
    const program = await bundledModule(join(import.meta.dirname, "many-descriptors-process.ts"));
    expect(execFileSync(process.execPath, [program], { encoding: "utf8" })).toBe("at once\n");
  },
);
