import { request as rawRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAnswer } from "../../examples/web-host/open-questions.js";
import { startWebHost, type WebHost } from "../../examples/web-host/start-web-host.js";
import type { ApprovalRequest } from "../../src/contract/index.js";
import { startExample } from "./run-example.js";
import { type ServerSentEvent, serverSentEvents } from "./server-sent-events.js";

/** A client that has the address of the page, as the page has it. */
function pageOf(address: string) {
  const { origin, hash } = new URL(address);
  const token = hash.slice(1);
  return {
    origin,
    token,
    events: (headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`${origin}/events?token=${token}`, { headers, ...(signal !== undefined && { signal }) }),
    answer: (id: string, body: string, authorization = `Bearer ${token}`) =>
      fetch(`${origin}/answers/${id}`, { method: "POST", headers: { authorization }, body }),
  };
}

const REQUEST: ApprovalRequest = {
  id: "q-1",
  callId: "1",
  askedBy: "call",
  title: "Run npm test",
  summary: "Bash: Run npm test.",
  toolName: "Bash",
  requestedName: "Bash",
  kind: "execute",
  sessionId: "s",
  input: {},
  requestedInput: {},
  facts: {},
  decision: { verdict: "ask", source: "kind" },
  digest: "d",
};

describe("examples/web-host, driven as its page drives it", () => {
  it("streams the events, and follows the answers of the buttons", async () => {
    const example = await startExample("web-host/main.js");
    try {
      const [, address = ""] = await example.printed(/^Open (http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43})\n/m);
      const page = pageOf(address);
      const seen: ServerSentEvent[] = [];
      for await (const each of serverSentEvents(await page.events())) {
        seen.push(each);
        if (each.event === "finished") break;
        if (each.event !== "tool-approval-request") continue;
        const { id, toolName, preview } = each.data.request as ApprovalRequest;
        expect(each.data.lines).toContainEqual({ text: expect.stringMatching(/^ {2}tool/), look: "quiet" });
        const isEdit = toolName === "edit_file";
        if (isEdit) expect(JSON.stringify(preview)).toContain("+- Bread");
        const answer = isEdit ? { approved: true } : { approved: false, reason: "It is still needed." };
        expect((await page.answer(id ?? "", JSON.stringify(answer))).status).toBe(204);
        expect((await page.answer(id ?? "", '{"approved":true}')).status).toBe(409);
      }
      expect(seen.map(({ event }) => event)).toEqual([
        ...["says", "tool-approval-request", "tool-approval-response", "tool-call-start", "file-edited"],
        ...["tool-result", "says", "tool-approval-request", "tool-approval-response", "tool-result"],
        ...["says", "tool-call-start", "tool-result", "says", "finished"],
      ]);
      const results = seen.filter(({ event }) => event === "tool-result");
      expect(JSON.stringify(results[1]?.data)).toContain("It is still needed.");
      expect(JSON.stringify(results[2]?.data)).toContain("4: - Bread");
    } finally {
      example.child.kill("SIGINT");
    }
    const { exitCode, stderr, leftBehind } = await example.ended;
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(leftBehind).toEqual([]);
  });

  it("ends at Ctrl-C while a question is open", async () => {
    const example = await startExample("web-host/main.js");
    const [, address = ""] = await example.printed(/^Open (.+)\n/m);
    for await (const { event } of serverSentEvents(await pageOf(address).events())) {
      if (event === "tool-approval-request") break;
    }
    example.child.kill("SIGINT");
    const { exitCode, leftBehind } = await example.ended;
    expect(exitCode).toBe(0);
    expect(leftBehind).toEqual([]);
  });
});

describe("startWebHost", () => {
  let host: WebHost;
  let page: ReturnType<typeof pageOf>;
  const abort = new AbortController();
  const ask = () => host.onApproval(REQUEST, { signal: abort.signal });
  beforeEach(async () => {
    host = await startWebHost();
    page = pageOf(host.url);
  });
  afterEach(() => host[Symbol.asyncDispose]());

  it("serves a page that other sites cannot frame, and whose texts cannot become scripts", async () => {
    const response = await fetch(page.origin);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src");
    const html = await response.text();
    expect(html).toContain('<script src="page.js" defer></script>');
    expect(html).not.toContain(page.token);
    const script = await (await fetch(`${page.origin}/page.js`)).text();
    expect(script).toContain("textContent");
    expect(script).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/);
  });

  it.each([
    ["no token", "", 401],
    ["another token", `Bearer ${"x".repeat(43)}`, 401],
    ["the token and a bit more", "more", 401],
  ])("refuses requests with %s", async (_who, given, status) => {
    const answer = ask();
    const authorization = given === "more" ? `Bearer ${page.token}x` : given;
    expect((await page.answer("q-1", '{"approved":true}', authorization)).status).toBe(status);
    expect((await fetch(`${page.origin}/events?token=${authorization.slice(7)}`)).status).toBe(status);
    // A form of another site knows the address, but cannot set the header.
    const form = await fetch(`${page.origin}/answers/q-1?token=${page.token}`, {
      method: "POST",
      body: '{"approved":true}',
    });
    expect(form.status).toBe(status);
    // The question is still open for the page with the token.
    expect((await page.answer("q-1", '{"approved":false}')).status).toBe(204);
    expect(await answer).toEqual({ approved: false });
  });

  it("refuses a site whose name resolves to this address", async () => {
    const status = await new Promise((resolve, reject) => {
      rawRequest(page.origin, { headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it.each([
    ["a body that is not JSON", "yes", 400],
    ["an answer that is not a boolean", '{"approved":"true"}', 400],
    ["a list", "[true]", 400],
    ["a body without an end", `"${"x".repeat(20_000)}"`, 413],
  ])("refuses %s and keeps the question open", async (_what, body, status) => {
    const answer = ask();
    expect((await page.answer("q-1", body)).status).toBe(status);
    expect((await page.answer("q-1", '{"approved":true}')).status).toBe(204);
    expect(await answer).toEqual({ approved: true, remember: "once" });
  });

  it("refuses an answer without a question", async () => {
    expect((await page.answer("constructor", '{"approved":true}')).status).toBe(409);
    expect((await page.answer("../q-1", '{"approved":true}')).status).toBe(404);
  });

  it("sends missed events to a page that reconnects", async () => {
    host.publish({ type: "says", text: "one" });
    host.publish({ type: "says", text: "two\n\nlines" });
    const response = await page.events({ "last-event-id": "1" });
    host.publish({ type: "finished" });
    const events = serverSentEvents(response);
    expect((await events.next()).value).toMatchObject({ id: "2", data: { text: "two\n\nlines" } });
    expect((await events.next()).value).toMatchObject({ id: "3", event: "finished" });
    await events.return();
  });

  it("treats the end of a run as a rejection", async () => {
    const run = new AbortController();
    const answer = host.onApproval(REQUEST, { signal: run.signal });
    run.abort();
    expect(await answer).toEqual({ approved: false });
    expect((await page.answer("q-1", '{"approved":true}')).status).toBe(409);
  });
});

describe("parseAnswer", () => {
  it.each([
    ['{"approved":true}', { approved: true, remember: "once" }],
    ['{"approved":true,"remember":"session"}', { approved: true, remember: "session" }],
    ['{"approved":true,"remember":[{"verdict":"allow"}],"input":{}}', { approved: true, remember: "once" }],
    ['{"approved":false,"reason":"no"}', { approved: false, reason: "no" }],
    ['{"approved":false,"reason":""}', { approved: false }],
    ['{"approved":1}', undefined],
    ["null", undefined],
  ])("reads %s", (body, answer) => {
    expect(parseAnswer(body)).toEqual(answer);
  });
});
