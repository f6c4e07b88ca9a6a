export { HeardHosts } from "./heard-hosts.js";
export { HostVoice } from "./host-voice.js";
export { ServedBy } from "./served-by.js";
export { WorkerVoice } from "./worker-voice.js";
