import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDevtools, readRecording, serveLog } from "../../src/devtools/index.js";
import { createToolRuntime } from "../../src/index.js";

/** Chromium of Debian and of Ubuntu. */
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/** Calls of the long run. */
const MANY = 10_000;

let browser: Browser;
let page: Page;
let cwd: string;
const problems: string[] = [];

describe.skipIf(BROWSER === undefined)("the page of DevTools in Chromium", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: BROWSER ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-page-")));
    await writeFile(join(cwd, "a.ts"), "one\n");
    page = await browser.newPage();
    problems.length = 0;
    page.on("pageerror", (error) => problems.push(error.message));
    // The host of a test ends before its page, which then reports a lost connection.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("net::ERR_")) problems.push(message.text());
    });
  });
  afterEach(async () => {
    await page.close();
    await rm(cwd, { recursive: true, force: true });
    expect(problems).toEqual([]);
  });

  it("shows a question with its diff, sends the answer, and shows the result", async () => {
    await using devtools = createDevtools();
    const { plugin, onApproval } = devtools;
    await using runtime = createToolRuntime({ cwd, plugins: [plugin], onApproval, languageServers: "off" });
    const { url } = await devtools.serve(runtime);
    await page.goto(url);
    const input = { path: "a.ts", old_str: "one", new_str: "two" };
    const running = runtime.execute({ id: "e", name: "edit_file", input });
    await page.getByRole("article").getByText("two", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Approve once" }).click();
    expect((await running).status).toBe("done");
    await page.getByRole("option", { name: /edit_file/ }).click();
    await page.getByText("The user approved it.").waitFor();
    await page.getByRole("button", { name: "Files (1)" }).click();
    await page.getByRole("heading", { name: join(cwd, "a.ts") }).waitFor();
    expect(page.url()).not.toContain("#");
  });

  it("runs a tool of the playground from the form of its schema", async () => {
    await using devtools = createDevtools();
    await using runtime = createToolRuntime({ cwd, plugins: [devtools.plugin] });
    await page.goto((await devtools.serve(runtime)).url);
    await page.getByRole("button", { name: "Playground" }).click();
    await page.getByLabel("Tool", { exact: true }).selectOption("Read");
    await page.getByLabel("path (required)").fill("a.ts");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("1: one", { exact: true }).waitFor();
  });

  it("shows what a rule would change about the call of the form, and runs nothing", async () => {
    await using devtools = createDevtools();
    await using runtime = createToolRuntime({ cwd, plugins: [devtools.plugin] });
    await page.goto((await devtools.serve(runtime)).url);
    await page.getByRole("button", { name: "Playground" }).click();
    await page.getByLabel("Tool", { exact: true }).selectOption("Bash");
    await page.getByLabel("cmd (required)").fill("touch made");
    const form = page.getByRole("group", { name: "Try a rule" });
    const tryRule = form.getByRole("button", { name: "Show what would change" });
    await form.getByLabel("If the command matches").fill("touch *");
    await tryRule.click();
    await page.getByText("The verdict changes from ask to allow. Nothing was run.").waitFor();
    await page
      .getByRole("region", { name: "With the rule" })
      .getByText(/by the rule|touch \*/)
      .first()
      .waitFor();
    await form.getByLabel("If the command matches").fill("rm *");
    await tryRule.click();
    await page.getByText("The rule changes nothing about this call. Nothing was run.").waitFor();
    await form.getByLabel("Tools").fill("Bsh");
    await tryRule.click();
    await page.getByText('Did you mean "Bash"?').waitFor();
    expect(existsSync(join(cwd, "made"))).toBe(false);
    await page.getByRole("button", { name: "Calls (0)" }).waitFor();
  });

  it("shows processes with their exit codes, the estimated tokens, and code in colours", async () => {
    await using devtools = createDevtools();
    const options = { permissions: "allow-all", languageServers: "off" } as const;
    await using runtime = createToolRuntime({ cwd, plugins: [devtools.plugin], ...options });
    await writeFile(join(cwd, "a.ts"), "const one = 1;\n");
    await runtime.executeBatch([
      { id: "e", name: "edit_file", input: { path: "a.ts", old_str: "one = 1", new_str: 'one = "<b>"' } },
      { id: "x", name: "Bash", input: { cmd: "exit 3" } },
    ]);
    await page.goto((await devtools.serve(runtime)).url);
    await page.getByRole("button", { name: "Processes (1)" }).click();
    await page.getByRole("cell", { name: "3", exact: true }).waitFor();
    await page.getByRole("button", { name: "Cost" }).click();
    await page.getByRole("row", { name: /^edit_file [\d,]+ 1 \d+ \d+$/ }).waitFor();
    await page.getByRole("button", { name: "Files (1)" }).click();
    await page.getByText("Edits by matcher: exact 1").waitFor();
    await page.getByRole("button", { name: "edit_file" }).click();
    const details = page.getByLabel("Call", { exact: true });
    await details.locator(".hljs-keyword", { hasText: "const" }).first().waitFor();
    await details.locator(".hljs-string", { hasText: "<b>" }).first().waitFor();
  });

  it("moves through the calls by keyboard", async () => {
    await using devtools = createDevtools();
    await using runtime = createToolRuntime({ cwd, plugins: [devtools.plugin] });
    await runtime.executeBatch(["r1", "r2"].map((id) => ({ id, name: "Read", input: { path: "a.ts" } })));
    await page.goto((await devtools.serve(runtime)).url);
    await page.getByRole("option").first().waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByLabel("Call", { exact: true }).getByText("r2").waitFor();
  });

  it("shows markup of a file or a command as text", async () => {
    await using devtools = createDevtools();
    const { plugin, onApproval } = devtools;
    await using runtime = createToolRuntime({ cwd, plugins: [plugin], onApproval, languageServers: "off" });
    await writeFile(join(cwd, "a.ts"), "one <img src=x onerror=document.title='taken'>\n");
    await page.goto((await devtools.serve(runtime)).url);
    const input = { path: "a.ts", old_str: "one", new_str: "<script>document.title='taken'</script>" };
    const running = runtime.execute({ id: "<b>e</b>", name: "edit_file", input });
    await page.getByRole("button", { name: "Reject" }).click();
    expect((await running).status).toBe("rejected-by-user");
    await page.getByRole("option", { name: /edit_file/ }).click();
    await page.getByText("<b>e</b>").waitFor();
    expect(await page.title()).toBe("Collet DevTools");
    expect(await page.locator("img").count()).toBe(0);
  });

  it(`scrolls through a recording of ${MANY} calls with few rows in the document`, async () => {
    const lines = [JSON.stringify({ type: "recording", version: 1, at: 0 })];
    for (let index = 1; index <= MANY; index++) {
      const call = `1.${index}`;
      lines.push(
        JSON.stringify({
          ...{
            type: "call",
            run: 1,
            call,
            at: index,
            id: `c${index}`,
            toolName: "Read",
            requestedName: "Read",
          },
          ...{ kind: "read", input: "{}", repairCount: 0, conflicts: [] },
        }),
        JSON.stringify({ type: "end", call, at: index + 5, status: "done", text: "1: one", files: [] }),
      );
    }
    await writeFile(join(cwd, "run.jsonl"), `${lines.join("\n")}\n`);
    const { log } = await readRecording(join(cwd, "run.jsonl"));
    await using served = await serveLog(log);
    await page.goto(served.url);
    await page.getByRole("button", { name: `Calls (${MANY})` }).waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("End");
    await page.getByLabel("Call", { exact: true }).getByText(`c${MANY}`, { exact: true }).waitFor();
    expect(await page.getByRole("option").count()).toBeLessThan(200);
    await page.getByText("recording").waitFor();
  });

  it("fits a phone and follows the colours of the system", async () => {
    await using devtools = createDevtools();
    await using runtime = createToolRuntime({ cwd, plugins: [devtools.plugin] });
    await runtime.execute({ id: "r", name: "Read", input: { path: "a.ts" } });
    await page.setViewportSize({ width: 360, height: 700 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto((await devtools.serve(runtime)).url);
    await page.getByRole("option").first().click();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    for (const name of [/^Files/, /^Processes/, "Cost", "Playground"]) {
      await page.getByRole("button", { name }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe("rgb(21, 23, 24)");
  });
});
