export { assertPortable, type PortabilityOptions, requireProviders } from "./assert-portable.js";
export { providerProblems, schemaProblems } from "./portability-problems.js";
export { PROVIDER_NAMES, type ProviderName } from "./providers.js";
