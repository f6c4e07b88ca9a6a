/** Options of {@link terminalSvg}. */
export interface TerminalSvgOptions {
  /** The name of the picture for screen readers. */
  readonly title: string;
  /** The command that is shown before the output. */
  readonly command: string;
}

/** Columns of the picture; a longer line is wrapped, as a terminal does. */
const COLUMNS = 100;

/** Rows of the picture. Earlier lines scroll out at its top. */
const ROWS = 26;

/** Pixels of a row. A column has 8 pixels, which is enough for the common monospace fonts at 13 pixels. */
const ROW_HEIGHT = 18;
const COLUMN_WIDTH = 8;
const MARGIN = 16;

/** Seconds before a line: a text of the model takes its time, the lines of its calls follow each other, and the end stays. */
const PAUSES = { text: 1.2, line: 0.25, end: 6 };

/** The class of the text after each code of SGR that is used (ECMA-48, section 8.3.117). */
const CLASSES: Readonly<Record<string, string>> = { "1": "b", "2": "d", "31": "r", "32": "g", "36": "c" };

/** A piece of a line in one style. */
interface StyledText {
  readonly text: string;
  readonly style: string;
}

/**
 * Returns an animated picture (SVG) of the output of a program with colour codes. The same output gives the same picture.
 *
 * The lines scroll in from the bottom. Without animations, the picture shows the last rows.
 */
export function terminalSvg(output: string, { title, command }: TerminalSvgOptions): string {
  const rows = [[{ text: `$ ${command}`, style: "b" }], ...styledLines(output.trimEnd())].flatMap(wrapped);
  const width = COLUMNS * COLUMN_WIDTH + 2 * MARGIN;
  const height = ROWS * ROW_HEIGHT + 2 * MARGIN;
  const { keyframes, seconds } = scrolling(rows);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d4d8dd; white-space: pre; }
.b { font-weight: bold; fill: #ffffff; } .d { fill: #8b949e; } .r { fill: #ff7b72; } .g { fill: #7ee787; } .c { fill: #79c0ff; }
#lines { transform: translateY(${-(rows.length - ROWS) * ROW_HEIGHT}px); animation: scroll ${seconds.toFixed(2)}s step-end infinite; }
@media (prefers-reduced-motion: reduce) { #lines { animation: none; } }
@keyframes scroll {
${keyframes.join("\n")}
}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#16191d"/>
<clipPath id="screen"><rect width="${width}" height="${ROWS * ROW_HEIGHT}"/></clipPath>
<g transform="translate(${MARGIN} ${MARGIN})" clip-path="url(#screen)">
<g id="lines">
${rows.map(rowMarkup).join("\n")}
</g>
</g>
</svg>
`;
}

/** Divides a text into lines, and each line at its colour codes. A style lasts until the next code, even in a later line. */
function styledLines(text: string): readonly (readonly StyledText[])[] {
  const lines: StyledText[][] = [[]];
  let style = "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes begin with it
  for (const [index, part] of text.split(/\u001B\[(\d*)m/).entries()) {
    if (index % 2 === 1) {
      style = CLASSES[part] ?? "";
      continue;
    }
    for (const [row, piece] of part.split("\n").entries()) {
      if (row > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, style });
    }
  }
  return lines;
}

/** Divides a line into rows of {@link COLUMNS} characters. */
function wrapped(line: readonly StyledText[]): readonly (readonly StyledText[])[] {
  const rows: StyledText[][] = [[]];
  let free = COLUMNS;
  for (const { text, style } of line) {
    for (let rest = text; rest !== ""; ) {
      if (free === 0) {
        rows.push([]);
        free = COLUMNS;
      }
      const piece = rest.slice(0, free);
      rows.at(-1)?.push({ text: piece, style });
      free -= piece.length;
      rest = rest.slice(piece.length);
    }
  }
  return rows;
}

/** Returns one keyframe for each row, and the duration of all. */
function scrolling(rows: readonly (readonly StyledText[])[]): {
  readonly keyframes: readonly string[];
  readonly seconds: number;
} {
  let seconds = 0;
  const times = rows.map(([first]) => {
    const at = seconds;
    seconds += first?.style === "b" ? PAUSES.text : PAUSES.line;
    return at;
  });
  seconds += PAUSES.end;
  const keyframes = times.map(
    (at, index) =>
      `${((100 * at) / seconds).toFixed(2)}% { transform: translateY(${(ROWS - 1 - index) * ROW_HEIGHT}px); }`,
  );
  return { keyframes, seconds };
}

function rowMarkup(row: readonly StyledText[], index: number): string {
  const spans = row.map(({ text, style }) =>
    style === "" ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
  );
  // 5 pixels below the base line is room for letters such as "g".
  return `<text y="${(index + 1) * ROW_HEIGHT - 5}">${spans.join("")}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
