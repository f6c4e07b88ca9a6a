export { ACTS } from "./acts.js";
export type { Act, Dialect, Meaning } from "./dialect.js";
export { withDialects } from "./with-dialects.js";
