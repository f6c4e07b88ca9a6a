export { type LocalApprovalsOptions, localApprovals } from "./local-approvals.js";
