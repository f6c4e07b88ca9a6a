import { type ConfigValue, configValue } from "./config-value.js";

/**
 * Parses TOML. The line of a value is that of the table that contains it, because the parser does not report positions.
 *
 * @throws SyntaxError
 */
export async function parseToml(text: string): Promise<ConfigValue> {
  const { parse } = await import("smol-toml");
  const data: unknown = parse(text, { maxDepth: 100 });
  const lines = new Map<string, number[]>();
  for (const [index, line] of text.split("\n").entries()) {
    const header = line.trimStart();
    if (!header.startsWith("[")) continue;
    const name = header.slice(0, header.indexOf("]")).replace(/^\[+/, "").trim().replaceAll(/["']/g, "");
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [index + 1]);
    else known.push(index + 1);
  }
  return configValue(data, (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const names = path.slice(0, length).filter((part) => !/^\d+$/.test(part));
      const found = lines.get(names.join("."));
      if (found === undefined) continue;
      const index = path.slice(0, length).find((part) => /^\d+$/.test(part));
      return found[Number(index ?? 0)] ?? found[0] ?? 1;
    }
    return 1;
  });
}
