// The build writes it into a separate file, because the package consists of CommonJS modules.
export { lock } from "proper-lockfile";
