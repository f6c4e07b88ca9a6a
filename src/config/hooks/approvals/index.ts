export { HookApprovals } from "./hook-approvals.js";
