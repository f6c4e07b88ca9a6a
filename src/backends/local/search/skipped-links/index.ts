export { withSkippedLinks } from "./with-skipped-links.js";
