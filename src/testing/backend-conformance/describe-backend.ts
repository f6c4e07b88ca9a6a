import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { describeDirectories } from "./describe-directories.js";
import { describeFaults } from "./describe-faults.js";
import { describeFifos } from "./describe-fifos.js";
import { describeFileSearch } from "./describe-file-search.js";
import { describeFiles } from "./describe-files.js";
import { describeHostileNames } from "./describe-hostile-names.js";
import { describeLocks } from "./describe-locks.js";
import { describeOutputs } from "./describe-outputs.js";
import { describeRenaming } from "./describe-renaming.js";
import { describeResolving } from "./describe-resolving.js";
import { describeShell } from "./describe-shell.js";
import { describeTextSearch } from "./describe-text-search.js";

/**
 * Declares tests that a kind of backend keeps every promise of the file-system port, and of the ports for search, commands, file
 * locks and stored outputs that it has. What `Backend.guarantees` does not promise is not tested. Each test creates its own backend.
 *
 * @example
 * describeBackend(
 *   {
 *     name: "my",
 *     supports: { fifos: false },
 *     create: async (entries) => ({ backend: await myBackend(entries), root: "/project" }),
 *   },
 *   { describe, it },
 * );
 */
export function describeBackend(factory: BackendFactory, runner: TestRunner): void {
  runner.describe(`the ${factory.name} backend`, () => {
    describeResolving(factory, runner);
    describeDirectories(factory, runner);
    describeFifos(factory, runner);
    describeFiles(factory, runner);
    describeRenaming(factory, runner);
    describeHostileNames(factory, runner);
    describeLocks(factory, runner);
    describeOutputs(factory, runner);
    describeShell(factory, runner);
    describeFaults(factory, runner);
    if (factory.supports.search === false) return;
    describeFileSearch(factory, runner);
    describeTextSearch(factory, runner);
  });
}
