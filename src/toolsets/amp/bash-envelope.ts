import type { RunCommandOutput } from "../../tools/index.js";

/** The closing tags of the envelope; text between them must not hold one. */
const CLOSING_TAG = /<\/(?=\s*(?:command|working_directory|output|exit_code|signal)\b)/gi;

/**
 * Seed 000's envelope around what a command printed.
 *
 * Closing tags in the text get a backslash (`<\/output>`), so that no output can end the envelope and forge an exit code.
 * A command that a signal ended has a `signal` element behind the seed's four.
 */
export function bashEnvelope({ command, cwd, output, omitted, exitCode, signal }: RunCommandOutput): string {
  const notice =
    omitted === undefined
      ? ""
      : `[The first ${omitted.bytes} bytes (${omitted.lines} lines) of the output are not shown. To see them, send the output to a file and Read that.]\n`;
  return [
    element("command", command),
    element("working_directory", cwd),
    element("output", notice + output),
    element("exit_code", String(exitCode)),
    ...(signal === undefined ? [] : [element("signal", signal)]),
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${text.replace(CLOSING_TAG, "<\\/")}</${name}>`;
}
