/**
 * Reads a CSV table with a header line: one object per line, keyed by the header.
 * A field in quotes may hold commas, line ends and doubled quotes.
 */
export function parseCsv(text) {
  const [header, ...lines] = parseLines(text);
  if (header === undefined) return [];
  return lines.map((fields) => Object.fromEntries(header.map((name, index) => [name, fields[index] ?? ""])));
}

function parseLines(text) {
  const lines = [];
  let fields = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") lines.push(fields);
    fields = [];
  }
  return lines;
}
