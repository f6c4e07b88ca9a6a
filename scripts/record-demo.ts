import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoRecording } from "./demo-recording.js";

// Runs the demo with its scripted model and writes the terminal recording of the README.
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "collet-demo-"));
try {
  const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, NO_COLOR: ___, ...environment } = process.env;
  const program = join(root, "examples", "quickstart", "main.ts");
  const output = execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), program], {
    cwd: folder,
    env: { ...environment, FORCE_COLOR: "1", TSX_TSCONFIG_PATH: join(root, "tsconfig.built.json") },
    encoding: "utf8",
  });
  writeFileSync(join(root, "docs", "demo.svg"), demoRecording(output));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
