export { adoptTools } from "./adopt-tools.js";
export type { CandidateFile } from "./candidate-files.js";
export type { RunsPrograms } from "./describe-program.js";
export { checkMayReplace } from "./discover-options.js";
export {
  createDiscoverer,
  type Discoverer,
  type DiscovererParts,
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
export {
  fromOpenCodeTool,
  type OpenCodeContext,
  type OpenCodeOutput,
  type OpenCodeTool,
  type OpenCodeToolOptions,
  type OpenCodeToolParts,
} from "./opencode-tool.js";
export type { TrustAnswer, TrustQuestion } from "./trusted-files.js";
