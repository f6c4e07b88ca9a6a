export { KeptAnswerFiles } from "./kept-answer-files.js";
export { type LocalApprovalsOptions, localApprovals } from "./local-approvals.js";
