import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import type { Machine } from "../../test/portability/behaviour.js";
import type { Shown } from "../../test/portability/main.js";

/** Milliseconds after which a runtime that does not finish the suite is ended. */
const LIMIT_MS = 180_000;

/** Runs the suite on one runtime, and returns the result of each behaviour. Prints what is no result. */
export function runSuite(machine: Machine, folder: string): Promise<readonly Shown[]> {
  const { program, parameters } = machine;
  const suite = [join(folder, "suite.mjs"), folder, JSON.stringify(machine)];
  // Programs of the suite that start "node" get the Node under test.
  const path = `${dirname(program)}${delimiter}${process.env.PATH}`;
  const child = spawn(program, [...parameters, ...suite], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => {
      const lines = output.split("\n").filter((line) => line.startsWith("{"));
      const shown = lines.map((line) => JSON.parse(line) as Shown);
      const isEnded = code === 0 || shown.some(({ outcome }) => outcome === "failed");
      const reason = `the suite ended with ${signal ?? `exit code ${code}`}`;
      resolve(
        isEnded ? shown : [...shown, { behaviour: "The suite ends", outcome: "failed", reason, ms: 0 }],
      );
    });
  });
}
