export { type LocalRepositoriesOptions, localRepositories } from "./local-repositories.js";
