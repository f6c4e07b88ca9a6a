import type { CheckHint } from "../project-check.js";

/** Commands reported for all workflows together. */
const MAX_HINTS = 40;

/** UTF-16 code units of a reported command. */
const MAX_HINT_CHARACTERS = 300;

const RUN = /^(\s*)(?:- )?run:\s*(\S.*|)$/;

/** Returns the commands of a GitHub Actions workflow, each row of a block separately. */
export function ciHints(text: string, file: string): readonly CheckHint[] {
  const rows = text.split("\n");
  const hints: CheckHint[] = [];
  for (let row = 0; row < rows.length && hints.length < MAX_HINTS; row += 1) {
    const match = RUN.exec(rows[row] ?? "");
    if (match === null) continue;
    const [, indent = "", value = ""] = match;
    if (!/^[|>][+-]?\d*\s*(?:#.*)?$/.test(value)) {
      add(value.replace(/^(["'])(.*)\1$/, "$2"));
      continue;
    }
    while (row + 1 < rows.length) {
      const next = rows[row + 1] ?? "";
      if (next.trim() !== "" && next.length - next.trimStart().length <= indent.length) break;
      add(next);
      row += 1;
    }
  }
  return hints.slice(0, MAX_HINTS);

  function add(command: string): void {
    const said = command.trim();
    if (said === "" || said.startsWith("#")) return;
    hints.push({ file, command: said.slice(0, MAX_HINT_CHARACTERS) });
  }
}
