import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/state-directory.ts"],
    setupFiles: ["test/property-seed.ts"],
    testTimeout: 20_000,
    // What is polled for is another process mostly, on a machine that may have much else to do.
    expect: { poll: { timeout: 10_000 } },
    // Many tests wait for processes: two at a time keep two cores busy.
    maxWorkers: 2,
  },
});
