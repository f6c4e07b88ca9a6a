import { configDefaults, defineConfig } from "vitest/config";

/** Tests that put other modules in the place of ours, or change what a module remembers: each needs modules of its own. */
const WITH_OWN_MODULES = [
  "test/backends/local/brief-call.test.ts",
  "test/backends/local/rename-if-free.test.ts",
  "test/permissions/load-command-reader.test.ts",
];

/**
 * Suites that take minutes: attacks, faults and kills of processes, fleets that lose Redis, starts with a compiler. `npm test` leaves them out,
 * `npm run test:heavy` runs them, and so does CI. Each file has modules of its own, because the controls weaken some.
 */
const HEAVY = [
  "test/security/**/*.test.ts",
  "test/adapters/bullmq/{bad-input,forged-messages,killed-workers,restored-redis,stopped-workers}.test.ts",
  "test/backends/local/language-servers/misbehaving-servers.test.ts",
  "test/backends/local/shell/nothing-survives.test.ts",
  "test/examples/typescript-starts.test.ts",
  "test/permissions/unasked-commands-fuzz.test.ts",
  "test/workspace/changes/{failing-volume,fault-sweep,kill-sweep,killed-rollback,persistent-faults,trash-faults}.test.ts",
  "test/workspace/locks/many-processes.test.ts",
];

const shared = {
  setupFiles: ["test/property-seed.ts"],
  testTimeout: 60_000,
  // What is polled for is another process mostly, on a machine that may have much else to do.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/run-directory.ts", "test/state-directory.ts"],
    // Many tests wait for processes: two at a time keep two cores busy.
    maxWorkers: 2,
    // What is translated for one project is there for the other, and for the next run as long as it has not changed.
    experimental: { fsModuleCache: true },
    projects: [
      { test: { ...shared, name: "own modules", include: WITH_OWN_MODULES } },
      { test: { ...shared, name: "heavy", include: HEAVY } },
      {
        test: {
          ...shared,
          name: "shared modules",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...WITH_OWN_MODULES, ...HEAVY],
          // To load the library anew for each of hundreds of files would take longer than to run most of them.
          isolate: false,
        },
      },
    ],
  },
});
