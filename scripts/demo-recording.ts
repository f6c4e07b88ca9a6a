import { terminalSvg } from "./terminal-svg.js";

/** The random part of the demo's folder. */
const FOLDER = /\/\S*\/collet-quickstart-\w+\//g;

/** Returns the terminal recording of the README from the output of the demo. */
export function demoRecording(output: string): string {
  return terminalSvg(output.replace(FOLDER, "/tmp/collet-quickstart/"), {
    title: "An agent finds a bug, edits a file after an approval, and runs the tests",
    command: "npm start",
  });
}
