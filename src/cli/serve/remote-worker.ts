import process from "node:process";
import { serveStdio } from "./serve-stdio.js";

// The program of a worker that a connector copies to a machine with Node: `collet serve --stdio` as one file.
const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());
await serveStdio({
  ...{ stdin: process.stdin, stdout: process.stdout, signal: interrupt.signal },
  onOutputClosed: (listener) => process.stdout.on("error", listener),
  isOneFile: true,
});
