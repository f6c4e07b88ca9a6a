export { ACTS, actOf } from "./acts.js";

export type { Act, ActName, Dialect, Meaning } from "./dialect.js";
export { withDialects } from "./with-dialects.js";
