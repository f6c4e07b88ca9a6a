import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { localBackend } from "../../../../src/backends/local/index.js";

// A host that starts a language server and never disposes of it: `leaves` ends without being killed, `stays`
// waits to be killed.
const [folder = "", log = "", behaviour, server = ""] = process.argv.slice(2);
const backend = localBackend({
  languageServers: {
    start: "trusted",
    servers: [
      {
        name: "fake",
        languages: { ".fake": "fake" },
        markers: ["fake.json"],
        command: [process.execPath, server, "leaves-child", log],
      },
    ],
  },
});
const file = join(folder, "a.fake");
writeFileSync(file, "BAD");
const report = await backend.diagnostics?.afterChange([file], {
  signal: new AbortController().signal,
  budgetMs: 10_000,
  roots: [folder],
  session: { id: "host", cwd: folder, memory: new Map() },
  mayStart: async () => true,
});
process.stdout.write(`${report?.diagnostics.length} found\n`);
if (behaviour === "stays") setInterval(() => {}, 1_000);
