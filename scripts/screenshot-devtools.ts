import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { readRecording, serveLog } from "../src/devtools/index.js";

// Runs the demo and writes the screenshot of its recording in DevTools, with Debian's Chromium.
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "collet-screenshot-"));
try {
  const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, ...environment } = process.env;
  const recording = join(folder, "run.jsonl");
  const program = join(root, "examples", "quickstart", "main.ts");
  execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), program, recording], {
    cwd: folder,
    env: { ...environment, TSX_TSCONFIG_PATH: join(root, "tsconfig.built.json") },
  });
  const { log } = await readRecording(recording);
  await using served = await serveLog(log);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1_100, height: 780 } });
  await page.goto(served.url);
  await page.getByRole("option", { name: /edit_file/ }).click();
  await page.locator(".hljs-keyword").first().waitFor();
  await page.screenshot({ path: join(root, "docs", "devtools.png") });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
