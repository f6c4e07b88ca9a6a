export type { BackendFactory, BackendUnderTest } from "./backend-conformance/backend-under-test.js";
export { describeBackend } from "./backend-conformance/describe-backend.js";
export type { SeedEntry } from "./seed-entry.js";
export type { TestRunner } from "./test-runner.js";
