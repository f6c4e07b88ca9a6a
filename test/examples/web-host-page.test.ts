import { readFile } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../src/index.js";
import { requestLines } from "../../src/permissions/index.js";

/** The part of an element that the page uses. The rest is missing, so that a test fails if the page uses more. */
class PageElement {
  textContent = "";
  className = "";
  placeholder = "";
  value = "";
  onclick: () => unknown = () => {};
  readonly children: PageElement[] = [];
  #parent: PageElement | undefined;
  constructor(readonly name: string) {}
  append(child: PageElement): void {
    child.#parent = this;
    this.children.push(child);
  }
  remove(): void {
    const siblings = this.#parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }
  all(name: string): readonly PageElement[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }
  text(): string {
    return this.textContent + this.children.map((child) => child.text()).join("\n");
  }
}

class PageEvents extends EventTarget {
  static last: PageEvents;
  constructor(readonly url: string) {
    super();
    PageEvents.last = this;
  }
}

const REQUEST: ApprovalRequest = {
  id: "q-1",
  callId: "1",
  sessionId: "s",
  askedBy: "call",
  title: "Change x",
  summary: "edit_file: Change x.",
  toolName: "edit_file",
  requestedName: "edit_file",
  kind: "edit",
  input: {},
  requestedInput: {},
  facts: {},
  decision: { verdict: "ask", source: "kind" },
  digest: "",
  preview: [{ type: "text", text: "--- a/x\n+new <b>bold</b>" }],
  commands: [{ words: ["rm", "a b"], within: "sudo" }],
  warnings: ["outside-roots"],
};

/** The lines that the server adds to the event. */
const LINES = requestLines(REQUEST);

let log: PageElement;
let connection: PageElement;
let sent: { readonly url: string; readonly body: unknown; readonly authorization: unknown }[];
let status: number;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const happens = (type: string, data: object) =>
  PageEvents.last.dispatchEvent(new MessageEvent(type, { data: JSON.stringify({ type, ...data }) }));
const press = (text: string) =>
  log
    .all("button")
    .find(({ textContent }) => textContent === text)
    ?.onclick();

beforeEach(async () => {
  log = new PageElement("main");
  connection = new PageElement("p");
  sent = [];
  status = 204;
  const elements: Record<string, PageElement> = { log, connection };
  const page = {
    document: {
      getElementById: (id: string) => elements[id],
      createElement: (name: string) => new PageElement(name),
    },
    location: { hash: "#a-token" },
    EventSource: PageEvents,
    fetch: async (url: string, init: { headers: Record<string, string>; body: string }) => {
      sent.push({ url, body: JSON.parse(init.body), authorization: init.headers.authorization });
      return { status };
    },
  };
  const source = await readFile(new URL("../../examples/web-host/page.js", import.meta.url), "utf8");
  new Function(...Object.keys(page), source)(...Object.values(page));
});

describe("the page of examples/web-host", () => {
  it("connects with the token of its address", () => {
    expect(PageEvents.last.url).toBe("events?token=a-token");
  });

  it("shows a question with its warnings, commands and diff, and removes it after the answer", () => {
    happens("tool-approval-request", { callId: "1", request: REQUEST, lines: LINES });
    const [card] = log.all("article");
    expect(card?.text()).toContain("warning  it leaves the working folders");
    expect(card?.text()).toContain('rm "a b"  (run by sudo)');
    const diff = card?.children.filter(({ textContent }) => textContent.startsWith("  | "));
    expect(diff?.map((line) => [line.className, line.textContent])).toEqual([
      ["header", "  | --- a/x"],
      ["added", "  | +new <b>bold</b>"],
    ]);
    happens("tool-approval-response", {
      callId: "1",
      toolName: "edit_file",
      approved: false,
      reason: "later",
    });
    expect(log.all("article")).toEqual([]);
    expect(log.text()).toContain("edit_file: rejected, later");
  });

  it.each([
    ["Approve", { approved: true }],
    ["Approve for the session", { approved: true, remember: "session" }],
    ["Reject", { approved: false, reason: "not now" }],
  ])("sends the answer of the button %s", (button, body) => {
    happens("tool-approval-request", { callId: "1", request: REQUEST, lines: LINES });
    const [reason] = log.all("input");
    if (reason !== undefined) reason.value = "not now";
    press(button);
    expect(sent).toEqual([{ url: "answers/q-1", body, authorization: "Bearer a-token" }]);
  });

  it.each([
    [409, "This question was already answered.", ""],
    [401, "", "The answer was not accepted (401)."],
  ])("shows the outcome of an answer with status %d", async (given, logged, connected) => {
    status = given;
    happens("tool-approval-request", { callId: "1", request: REQUEST, lines: LINES });
    press("Approve");
    await settled();
    expect(log.text()).toContain(logged);
    expect(connection.textContent).toBe(connected);
  });

  it("escapes invisible characters", () => {
    happens("says", { text: "a\u202Eb\nc" });
    expect(log.text()).toBe("a\\u{202e}b\nc");
  });

  it("shows the progress and the end of calls", () => {
    happens("tool-call-start", { toolName: "Bash" });
    happens("tool-progress", { toolName: "Bash", update: { output: "built" } });
    const content = [{ type: "text", text: "all built" }];
    happens("tool-result", { result: { toolName: "Bash", status: "done", content } });
    happens("finished", {});
    expect(log.children.map(({ textContent }) => textContent)).toEqual([
      "Bash runs.",
      "Bash: built",
      "Bash: done",
      "all built",
      "The agent has finished.",
    ]);
  });
});
