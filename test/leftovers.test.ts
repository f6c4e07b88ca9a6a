import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./backends/temporary-folder.js";
import { leftovers } from "./leftovers.js";

it("lists every entry with the first paths below it, without the cache of tsx", async () => {
  const folder = await temporaryFolder();
  for (const name of ["empty", "full", "tsx-0"]) mkdirSync(join(folder, name));
  for (let file = 0; file < 7; file += 1) writeFileSync(join(folder, "full", `${file}`), "");
  writeFileSync(join(folder, "a\nb"), "");
  expect([...leftovers(folder)].sort()).toEqual([
    '"a\\nb"',
    '"empty": empty',
    '"full": "0", "1", "2", "3", "4", and 2 more',
  ]);
});
