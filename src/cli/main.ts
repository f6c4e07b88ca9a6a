#!/usr/bin/env node
import process from "node:process";
import { runCommandLine } from "./run-command-line.js";

const interrupt = new AbortController();
const abort = (): void => interrupt.abort(new Error("interrupted"));
// A second Ctrl-C ends the process as usual, in case a call does not stop.
process.once("SIGINT", abort);
let whenClosed: (() => void) | undefined;
// In `collet tools | head`, the reader closes the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (whenClosed !== undefined) whenClosed();
  else if (error.code === "EPIPE") process.exit();
  else throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  signal: interrupt.signal,
  interrupt: abort,
  onOutputClosed: (listener) => {
    whenClosed = listener;
  },
});
