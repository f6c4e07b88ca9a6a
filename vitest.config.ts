import { configDefaults, defineConfig } from "vitest/config";

/** Tests that mock modules or change module state: each file loads its own modules. */
const OWN_MODULES = [
  "test/backends/local/brief-call.test.ts",
  "test/backends/local/recent-folders.test.ts",
  "test/backends/local/rename-if-free.test.ts",
  "test/permissions/load-command-reader.test.ts",
  "test/runtime/calls/first-calls.test.ts",
];

/**
 * Suites that take long: attacks, faults, other processes, Redis, property tests of whole batches, starts with a compiler.
 * `npm test` omits them; `npm run test:heavy` and CI run them. Each file loads its own modules, because the controls weaken
 * some of them.
 */
const HEAVY = [
  "test/security/**/*.test.ts",
  "test/adapters/bullmq/{bad-input,fenced-worker,forged-messages,killed-workers,long-calls,mutated-messages,odd-messages}.test.ts",
  "test/adapters/bullmq/{remote-calls,replayed-reads,restored-redis,stopped-workers,unasked-commands,unasked-reads}.test.ts",
  "test/adapters/mcp/hostile-servers.test.ts",
  "test/adapters/remote/{lost-calls,kills/*}.test.ts",
  "test/backends/posix-shell/posix-shell-{conformance,tools}.test.ts",
  "test/backends/remote/{copied-worker,lost-connections,remote-conformance,remote-machines,ssh-server}.test.ts",
  "test/backends/sandbox-sessions/session-{conformance,tools}.test.ts",
  "test/backends/sandboxes/{container-backend,container-conformance,sandbox-conformance}.test.ts",
  "test/backends/local/{file-locks-processes,output-store}.test.ts",
  "test/backends/local/language-servers/misbehaving-servers.test.ts",
  "test/backends/local/modules/loading-host.test.ts",
  "test/backends/local/repositories/local-repositories.test.ts",
  "test/backends/local/search/search-files.test.ts",
  "test/backends/local/shell/nothing-survives.test.ts",
  "test/cli/replay/large-records.test.ts",
  "test/code-mode/{escapes,killed-programs,parallel-calls,program-limits}.test.ts",
  "test/devtools/page.test.ts",
  "test/examples/{fleet,typescript-starts}.test.ts",
  "test/fuzzy/bounds.test.ts",
  "test/permissions/unasked-commands-fuzz.test.ts",
  "test/runtime/{batches-equal-sequence,hostile-process}.test.ts",
  "test/testing/describe-tool.test.ts",
  "test/toolsets/amp/files/{delete-file,list}.test.ts",
  "test/tools/{event-loop,search/reference}.test.ts",
  "test/workspace/changes/{failing-volume,fault-sweep,kill-sweep,killed-rollback,persistent-faults,trash-faults,volume-kill-sweep}.test.ts",
  "test/workspace/locks/many-processes.test.ts",
];

/**
 * Suites of the parts together, mostly with other programs: the tools of each toolset on real folders, the shell, searches,
 * sandboxes, the command line, examples, servers, Redis, and long values whose time is measured. `npm test` omits them;
 * `npm run test:integration` and CI run them.
 */
const INTEGRATION = [
  "test/adapters/bullmq/**/*.test.ts",
  "test/adapters/{every-provider,hostile-replies}.test.ts",
  "test/adapters/otel/{broken-recorders,plan-tree}.test.ts",
  "test/adapters/remote/{file-states,judged-calls,sessions/*}.test.ts",
  "test/adapters/mcp/{third-party-servers,client/checked-client,client/connect-mcp,client/connect-mcp-servers}.test.ts",
  "test/backends/{backend-conformance,checked/checked-backend,glob/glob-matcher}.test.ts",
  "test/backends/memory/{expression,tree-search}.test.ts",
  "test/backends/local/{language-servers,search,shell}/**/*.test.ts",
  "test/backends/local/threads/local-thread-store.test.ts",
  "test/backends/local/web/{fetching,html-pages,pages/html-conversion}.test.ts",
  "test/backends/{sandbox-sessions,sandboxes}/**/*.test.ts",
  "test/backends/remote/hostile-listings.test.ts",
  "test/batching/scheduler-exhaustive.test.ts",
  "test/bench/*.test.ts",
  "test/cli/{bin,completion,mcp-command}.test.ts",
  "test/code-mode/{codex/**/*,paused-programs}.test.ts",
  "test/config/{bad-hooks,codex-hook-schemas,hook-*,hooks,hostile-*,claude-code/documented-rules}.test.ts",
  "test/examples/**/*.test.ts",
  "test/fuzzy/patch/placed-hunks.test.ts",
  "test/house/{entry-points,linear-functions,linear-time}.test.ts",
  "test/permissions/command-reader-fuzz.test.ts",
  "test/registry/discovery/{module-tools,program-tools,trust}.test.ts",
  "test/runtime/{denied-names,hostile-functions,large-batches,long-approval,misbehaving-tools,unasked-commands}.test.ts",
  "test/runtime/{host/long-json,judge/command-facts,judge/repositories,judge/tree-secrets,values/canonical-json}.test.ts",
  "test/testing/{describe-tool-effects,watch-backend}.test.ts",
  "test/tools/{checks/check,search/*,shell/*}.test.ts",
  "test/toolsets/{amp,anthropic,claude-code,codex,dialects,gemini-cli,opencode}/**/*.test.ts",
  "test/workspace/operations/*.test.ts",
  "test/workspace/locks/locks-between-processes.test.ts",
  "test/workspace/reading/{long-text,reading}.test.ts",
  "test/workspace/volumes/other-spellings.test.ts",
];

const shared = {
  setupFiles: ["test/property-seed.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Tests mostly poll for another process, on a machine that may have other work to do.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/run-directory.ts", "test/state-directory.ts"],
    // Many tests wait for processes: two workers keep two cores busy.
    maxWorkers: 2,
    // Compiled modules are shared by the projects and kept for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      { test: { ...shared, name: "own modules", include: OWN_MODULES } },
      { test: { ...shared, name: "heavy", include: HEAVY } },
      {
        test: {
          ...shared,
          name: "integration",
          include: INTEGRATION,
          exclude: [...configDefaults.exclude, ...HEAVY],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: "shared modules",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...OWN_MODULES, ...INTEGRATION, ...HEAVY],
          // Loading the library again for each of hundreds of files would take longer than running most of them.
          isolate: false,
        },
      },
    ],
  },
});
