export type { BackendFactory, BackendUnderTest } from "./backend-under-test.js";
export { describeBackend } from "./describe-backend.js";
