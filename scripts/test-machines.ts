import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type CompatibilityTable, compatibilityTable, type Tested } from "./machines/compatibility-table.js";
import { type FoundMachine, findMachines } from "./machines/find-machines.js";
import { LIMITS } from "./machines/limits.js";
import { preparePrograms } from "./machines/prepare-programs.js";
import { runSuite } from "./machines/run-suite.js";

// Runs the behaviours of test/portability on the built package under each runtime of JavaScript that is here:
//   npm run test:machines -- [--install] [--write] [--machine=NAME] [BEHAVIOUR...]
// --install gets the missing runtimes from npm, --write puts the table into docs/compatibility.md, --machine selects the
// runtimes whose name begins so. Names of behaviours select some of them.
const PAGE = resolve(import.meta.dirname, "../docs/compatibility.md");
const BEGIN = "<!-- begin of the table: npm run test:machines -- --install --write -->";
const END = "<!-- end of the table -->";

/** Runtimes that are tested at once: the suite mostly waits for processes. */
const AT_ONCE = 2;

/** Returns the results of the suite on a runtime; `undefined` if the runtime is missing. */
async function test(found: FoundMachine): Promise<Tested | undefined> {
  if ("missing" in found) {
    console.log(`${found.name} is skipped: ${found.missing}`);
    return undefined;
  }
  const name = `${found.name} (${found.version})`;
  const startedAt = performance.now();
  const shown = await runSuite({ ...found, folder: programs.folder, only });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const passed = shown.filter(({ outcome }) => outcome === "passed").length;
  console.log(`${name}: ${passed} of ${shown.length} behaviours in ${seconds} s`);
  return { name, shown };
}

const parameters = process.argv.slice(2);
const options = new Set(parameters.filter((each) => each.startsWith("--")));
const only = parameters.filter((each) => !each.startsWith("--"));
const chosen = parameters.find((each) => each.startsWith("--machine="))?.slice("--machine=".length) ?? "";
const programs = await preparePrograms();
let table: CompatibilityTable;
try {
  const machines = findMachines(options.has("--install"), chosen);
  const waiting = [...machines];
  const shownBy = new Map<FoundMachine, Tested>();
  const work = async () => {
    for (let found = waiting.shift(); found !== undefined; found = waiting.shift()) {
      const tested = await test(found);
      if (tested !== undefined) shownBy.set(found, tested);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  table = compatibilityTable(
    machines.flatMap((machine) => shownBy.get(machine) ?? []),
    LIMITS,
  );
} finally {
  programs.dispose();
}

console.log(`\n${table.text}`);
for (const failure of table.failures) console.error(`\nFAILED ${failure}`);
if (options.has("--write")) {
  const page = readFileSync(PAGE, "utf8");
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  writeFileSync(PAGE, `${before}\n\n${table.text}\n\n${page.slice(page.indexOf(END))}`);
}
process.exitCode = table.failures.length === 0 ? 0 : 1;
