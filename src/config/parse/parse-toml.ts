import { createYield, type Yield, yieldToEventLoop } from "../../values/index.js";
import { type ConfigValue, configValueInSteps } from "./config-value.js";

/** Maximum length of a TOML file in UTF-16 code units: its parser does not pause, and takes about 30 ms for this many. */
const MAX_TOML_LENGTH = 131_072;

/**
 * Parses TOML. The parser does not report positions: the line of a value is that on which its key is found, or else that
 * of the table that contains it.
 *
 * @throws SyntaxError, also for a text of more than 131,072 characters
 */
export async function parseToml(text: string): Promise<ConfigValue> {
  if (text.length > MAX_TOML_LENGTH)
    throw new SyntaxError(`TOML of more than ${MAX_TOML_LENGTH} characters is not read`);
  const { parse } = await import("smol-toml");
  await yieldToEventLoop();
  const data: unknown = parse(text, { maxDepth: 100 });
  await yieldToEventLoop();
  const pause = createYield();
  return configValueInSteps(data, await lineFinder(text, pause), pause);
}

const KEY = /^[ \t]*((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)[ \t]*=/;

async function lineFinder(text: string, pause: Yield): Promise<(path: readonly string[]) => number> {
  const tables = new Map<string, number[]>([["", [1]]]);
  const keys = new Map<string, number>();
  let table = keyOf("", 0);
  for (const [index, line] of text.split("\n").entries()) {
    await pause();
    const start = line.trimStart();
    if (start.startsWith("[")) {
      const name = plain(start.slice(0, start.indexOf("]")).replace(/^\[+/, ""));
      const known = tables.get(name);
      if (known === undefined) tables.set(name, [index + 1]);
      else known.push(index + 1);
      table = keyOf(name, (known?.length ?? 1) - 1);
    } else {
      const key = KEY.exec(line)?.[1];
      if (key !== undefined && !keys.has(table + plain(key))) keys.set(table + plain(key), index + 1);
    }
  }
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const start = path.slice(0, length);
      const name = namesOf(start);
      const lines = tables.get(name);
      if (lines === undefined) continue;
      const wanted = Number(start.find(isIndex) ?? 0);
      const at = wanted < lines.length ? wanted : 0;
      const rest = path.slice(length).filter((part) => !isIndex(part));
      for (let size = rest.length; size > 0; size -= 1) {
        const line = keys.get(keyOf(name, at) + rest.slice(0, size).join("."));
        if (line !== undefined) return line;
      }
      if (length > 0) return lines[at] ?? 1;
    }
    return 1;
  };
}

function keyOf(table: string, index: number): string {
  return `${table}#${index}\n`;
}

function namesOf(path: readonly string[]): string {
  return path.filter((part) => !isIndex(part)).join(".");
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}

function plain(key: string): string {
  return key.replaceAll(/["' \t]/g, "");
}
