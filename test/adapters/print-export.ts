import { createToolRuntime } from "../../src/index.js";
import { HOSTILE_TOOLS } from "./hostile-tools.js";
import { PROVIDERS } from "./providers.js";

/** Prints what each provider would be sent, by its name, for a comparison between processes. */
const builtin = createToolRuntime({ permissions: "allow-all" }).tools();
const tools = [...builtin, ...HOSTILE_TOOLS.map(([, hostile]) => hostile)];
const exports = PROVIDERS.map(({ name, sent, toTools }) => [name, JSON.stringify(sent(toTools(tools)))]);
process.stdout.write(JSON.stringify(Object.fromEntries(exports)));
