// A language server that behaves as its argument says. Every line with BAD in it is an error, every line with ODD a warning.
import { spawn } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const [mode, log] = process.argv.slice(2);
const documents = new Map();
let started = false;

if (log) appendFileSync(log, `start ${process.pid}\n`);
if (mode === "dies-at-once") {
  process.stderr.write("fake server: no toolchain is installed\n");
  process.exit(3);
}
if (mode === "ignores-shutdown") process.on("SIGTERM", () => {});
if (mode === "leaves-child") {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600000)"], {
    detached: true,
    stdio: "ignore",
  });
  if (log) appendFileSync(log, `child ${child.pid}\n`);
}
setInterval(() => {}, 1000);

function send(message) {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function diagnosticsOf(text) {
  return text.split("\n").flatMap((line, number) => {
    const severity = line.includes("BAD") ? 1 : line.includes("ODD") ? 2 : 0;
    if (severity === 0) return [];
    const position = { line: number, character: 0 };
    return [
      { range: { start: position, end: position }, severity, code: "F1", source: "fake", message: line },
    ];
  });
}

/** A file that says `uses NAME` has an error when no open or known file says `makes NAME`. */
function crossDiagnostics(uri) {
  const text = documents.get(uri) ?? "";
  const made = [...documents.values()].flatMap((each) =>
    [...each.matchAll(/makes (\w+)/g)].map((match) => match[1]),
  );
  const missing = [...text.matchAll(/uses (\w+)/g)]
    .map((match) => match[1])
    .filter((name) => !made.includes(name));
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  return [
    ...diagnosticsOf(text),
    ...missing.map((name) => ({
      range,
      severity: 1,
      code: 7,
      source: "fake",
      message: `nobody makes ${name}`,
    })),
  ];
}

function publishAll() {
  for (const uri of documents.keys()) {
    send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: crossDiagnostics(uri) } });
  }
}

function onDocument(uri, text) {
  documents.set(uri, text);
  if (mode === "dies-on-open") process.exit(1);
  if (mode === "dies-on-bad" && text.includes("BAD")) process.exit(1);
  if (mode === "flood")
    setInterval(() => {
      for (let i = 0; i < 20000; i += 1)
        send({ method: "window/logMessage", params: { type: 3, message: "again and again" } });
    }, 1);
  if (mode === "garbage") process.stdout.write("Traceback (most recent call last):\n".repeat(20));
  if (mode === "not-json") process.stdout.write("Content-Length: 5\r\n\r\n{oops");
  if (mode === "huge") process.stdout.write("Content-Length: 99999999999\r\n\r\n{");
  if (mode === "wrong") {
    send({ id: 1, method: "workspace/configuration", params: "all of it" });
    send({ id: 2, method: "no/such/method", params: {} });
    send({ id: 999, result: "nobody asked" });
    send({ method: "textDocument/publishDiagnostics", params: { uri: 7, diagnostics: "many" } });
    send({
      method: "textDocument/publishDiagnostics",
      params: {
        uri,
        diagnostics: [null, 3, { message: 4 }, { message: "BAD without a range", severity: 99 }],
      },
    });
    send({ method: "textDocument/publishDiagnostics", params: { uri: "file:///%zz", diagnostics: [] } });
    return;
  }
  if (["publishes", "ignores-shutdown", "leaves-child"].includes(mode)) {
    if (!started) {
      started = true;
      // As some servers do: nothing at first, and what there is a little later.
      send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [] } });
      setTimeout(publishAll, 50);
    } else publishAll();
  }
}

function onMessage(message) {
  const { id, method, params } = message;
  if (log && method) appendFileSync(log, `${method} ${params?.textDocument?.uri ?? ""}\n`);
  if (method === "initialize") {
    if (mode === "silent") return;
    const answers = ["answers", "knows-uses", "deaf", "dies-on-bad"].includes(mode);
    const knowsUses = mode === "knows-uses";
    const capabilities = {
      ...(answers && { diagnosticProvider: {} }),
      documentSymbolProvider: knowsUses,
      referencesProvider: knowsUses,
    };
    send({ id, result: { capabilities } });
  } else if (method === "textDocument/didOpen") onDocument(params.textDocument.uri, params.textDocument.text);
  else if (method === "textDocument/didChange")
    onDocument(params.textDocument.uri, params.contentChanges[0].text);
  else if (method === "textDocument/didClose") documents.delete(params.textDocument.uri);
  else if (method === "textDocument/documentSymbol" && mode === "knows-uses") {
    const made = [...documents.get(params.textDocument.uri).matchAll(/makes (\w+)/g)];
    const range = (character) => ({ start: { line: 0, character }, end: { line: 0, character } });
    const symbols = made.map(({ 1: name, index }) => ({
      name,
      kind: 12,
      range: range(index),
      selectionRange: range(index + 6),
    }));
    send({ id, result: [null, { name: "without a range" }, ...symbols] });
  } else if (method === "textDocument/references" && mode === "knows-uses") {
    const text = documents.get(params.textDocument.uri).slice(params.position.character);
    const uses = `uses ${/\w+/.exec(text)?.[0]}`;
    const files = readdirSync(".").filter((file) => file.endsWith(".fake"));
    const users = files.filter((file) => readFileSync(file, "utf8").includes(uses));
    send({ id, result: [{ uri: 3 }, ...users.map((file) => ({ uri: pathToFileURL(file).href }))] });
  } else if (method === "textDocument/diagnostic") {
    if (mode === "deaf") return;
    const { uri } = params.textDocument;
    if (!documents.has(uri)) documents.set(uri, readFileSync(fileURLToPath(uri), "utf8"));
    send({ id, result: { kind: "full", items: crossDiagnostics(uri) } });
  } else if (id !== undefined && method !== undefined && method !== "shutdown") {
    send({ id, error: { code: -32601, message: "not known" } });
  }
}

let buffer = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString("latin1", 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    onMessage(JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length)));
    buffer = buffer.subarray(end + 4 + length);
  }
});
