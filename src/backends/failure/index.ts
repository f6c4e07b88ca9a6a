export { changedSinceApproval, type FailureReason, fileFailure, foreignDirectory } from "./file-failure.js";
