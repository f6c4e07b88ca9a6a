import { Buffer } from "node:buffer";
import { systemPath } from "../../local/index.js";

/** Returns the bytes of a name or path; see `nameOfBytes`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(systemPath(text) as string);
}

/** Returns a name or path as one word of the shell, in which each character stands for a byte. */
export function word(text: string): string {
  return `'${bytesOf(text).toString("latin1").replaceAll("'", "'\\''")}'`;
}

/** Characters that mean the same in single quotes of every shell. */
const PLAIN = /^[\w .,:;/@%+=\-[\](){}<>|&"$*?#~^`]$/;

/**
 * Returns the argument of `printf %b` for bytes, given as characters. Everything that a shell could read differently in
 * single quotes (a quote, a backslash, `!`, a line break, a byte outside ASCII) is written in octal.
 */
export function octal(bytes: string): string {
  const parts: string[] = [];
  for (const character of bytes) {
    parts.push(
      PLAIN.test(character) ? character : `\\0${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
    );
  }
  return parts.join("");
}

/** Returns the command line that runs a script, given as bytes, in `sh`. */
export function commandOf(script: string): string {
  return `exec sh -c 'eval "$(printf %b "$0")"' '${octal(script)}'`;
}

/** Blanks at the start of a line after the first one. */
const INDENTED = /\n[ \t]/;

/**
 * Returns a command line that runs a script in the same shell, in one line if a line of it is indented. The sandbox of the AI SDK for
 * just-bash removes the blanks at the start of each line, even in quotes and here-documents.
 */
export function withoutIndentation(script: string): string {
  if (!INDENTED.test(script)) return script;
  return `eval "$(printf %b '${octal(Buffer.from(script).toString("latin1"))}')"`;
}

/** Returns the command line that runs another one with bytes as its standard input. */
export function withInlineInput(command: string, input: Uint8Array): string {
  return `printf %b '${octal(Buffer.from(input).toString("latin1"))}' | ( ${command} )`;
}

/** Returns the command line that runs another one with a file as its standard input, and removes the file. */
export function withInputFile(command: string, path: string): string {
  const file = word(path);
  return `( ${command} ) < ${file}; rm -f ${file}`;
}
