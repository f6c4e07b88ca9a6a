export { bash } from "./bash.js";
export { type AmpJob, killJob, listJobs, readJob, waitForJob } from "./jobs.js";
