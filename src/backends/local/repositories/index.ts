export { type LocalRepositoriesOptions, localRepositories } from "./local-repositories.js";
export type { RepositoryLimits } from "./repository-limits.js";
