export { adoptTools } from "./adopt-tools.js";
export type { CandidateFile } from "./candidate-files.js";
export { checkMayReplace } from "./discover-options.js";
export {
  createDiscoverer,
  type Discoverer,
  type DiscovererParts,
  type TrustAnswer,
  type TrustQuestion,
} from "./discoverer.js";
export type {
  DiscoveredTool,
  DiscoverOptions,
  Discovery,
  DiscoveryProblem,
  DiscoveryProblemCode,
  DiscoveryReport,
  MayReplace,
} from "./discovery.js";
