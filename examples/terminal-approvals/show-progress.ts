import type { ProgressUpdate, ToolEvent } from "collet";
import { showHiddenCharacters } from "collet/permissions";
import type { Line } from "./paint.js";
import type { Screen } from "./screen.js";

const BAR_LENGTH = 20;

/** Creates a listener that shows the start, the progress and the end of calls. */
export function showProgress(screen: Screen): (event: ToolEvent) => void {
  return (event) => {
    switch (event.type) {
      case "tool-call-start":
        screen.show({ text: `> ${event.toolName}`, look: "quiet" });
        break;
      case "tool-progress":
        screen.show(...progressLines(event.update).map((text) => quiet(`  ${event.toolName}: ${text}`)));
        break;
      case "tool-result": {
        const { status, error, timing } = event.result;
        const text = `< ${event.toolName} ${status} after ${Math.round(timing.durationMs)} ms`;
        screen.show({ text, look: error === undefined ? "added" : "removed" });
        break;
      }
    }
  };
}

/** Returns the lines of an update: a bar if the total is known, the message, new output. */
export function progressLines({ message, output, completed, total }: ProgressUpdate): readonly string[] {
  const lines: string[] = [];
  if (completed !== undefined && total !== undefined && total > 0) {
    const full = Math.round(Math.min(1, Math.max(0, completed / total)) * BAR_LENGTH);
    lines.push(`[${"#".repeat(full)}${".".repeat(BAR_LENGTH - full)}] ${completed} of ${total}`);
  }
  if (message !== undefined) lines.push(message);
  if (output !== undefined) lines.push(...output.split("\n").filter((line) => line.trim() !== ""));
  return lines;
}

function quiet(text: string): Line {
  return { text: showHiddenCharacters(text), look: "quiet" };
}
