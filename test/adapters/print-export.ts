import { createToolRuntime } from "../../src/index.js";
import { HOSTILE_TOOLS } from "./hostile-tools.js";
import { PROVIDERS } from "./providers.js";

/** Prints what a provider would be sent, for a comparison between processes. */
const provider = PROVIDERS.find(({ name }) => name === process.argv[2]);
if (provider === undefined) throw new Error(`No provider "${process.argv[2]}".`);
const builtin = createToolRuntime({ permissions: "allow-all" }).tools();
const tools = [...builtin, ...HOSTILE_TOOLS.map(([, hostile]) => hostile)];
process.stdout.write(JSON.stringify(provider.sent(provider.toTools(tools))));
