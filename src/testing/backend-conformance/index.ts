export type { BackendFactory, BackendUnderTest } from "./backend-under-test.js";
export type { Cable, CarriedMessage } from "./cable.js";
export { describeBackend } from "./describe-backend.js";
