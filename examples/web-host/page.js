const token = location.hash.slice(1);
const log = document.getElementById("log");
const connection = document.getElementById("connection");
/** The open questions on the page, by the ids of their calls. */
const questions = new Map();

const source = new EventSource(`events?token=${encodeURIComponent(token)}`);
source.onopen = () => show(connection, "Connected.");
source.onerror = () =>
  show(connection, "Not connected. Check that the program is running and the address is complete.");

on("says", ({ text }) => add("p", text));
on("finished", () => add("p", "The agent has finished."));
on("tool-approval-request", ({ callId, request, lines }) => questions.set(callId, ask(request, lines)));
on("tool-approval-response", ({ callId, toolName, approved, reason }) => {
  questions.get(callId)?.remove();
  questions.delete(callId);
  add("p", `${toolName}: ${approved ? "approved" : `rejected${reason ? `, ${reason}` : ""}`}`);
});
on("tool-call-start", ({ toolName }) => add("p", `${toolName} runs.`));
on("tool-progress", ({ toolName, update }) =>
  add("p", `${toolName}: ${update.message ?? update.output ?? ""}`),
);
on("tool-result", ({ result }) => {
  add("p", `${result.toolName}: ${result.status}`);
  for (const part of result.content) if (part.type === "text") add("pre", part.text);
});

function on(type, listener) {
  source.addEventListener(type, (event) => listener(JSON.parse(event.data)));
}

/** Shows a question with its buttons. The response event of the server removes it. */
function ask(request, lines) {
  const card = add("article", "");
  for (const { text, look } of lines) add(look === "title" ? "h2" : "div", text, card).className = look;
  const reason = add("input", "", card);
  reason.placeholder = "Reason (the model reads it)";
  const button = (text, answer) => {
    add("button", text, card).onclick = () => send(request.id, answer());
  };
  button("Approve", () => ({ approved: true }));
  if (request.canRemember !== false) {
    button("Approve for the session", () => ({ approved: true, remember: "session" }));
  }
  button("Reject", () => ({ approved: false, reason: reason.value }));
  return card;
}

async function send(id, answer) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { status } = await fetch(`answers/${id}`, { method: "POST", headers, body: JSON.stringify(answer) });
  if (status === 409) add("p", "This question was already answered.");
  else if (status !== 204) show(connection, `The answer was not accepted (${status}).`);
}

function add(name, text, parent = log) {
  const element = document.createElement(name);
  show(element, text);
  parent.append(element);
  return element;
}

/** Shows a text as text, never as HTML. Invisible characters are escaped. */
function show(element, text) {
  element.textContent = text.replace(/[^\P{C}\n\t]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`);
}
