export { serveCommand } from "./serve-command.js";
