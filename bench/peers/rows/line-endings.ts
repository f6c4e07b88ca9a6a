import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { CheckRow } from "./row.js";

const FILE = "settings.ini";
const BOM = "\uFEFF";

/** An edit of two lines in a file that starts with a byte order mark and has the line endings of Windows. */
export const LINE_ENDINGS: CheckRow = {
  type: "check",
  id: "line-endings",
  title: "Edit of two lines keeps the BOM and CRLF",
  group: "checks",
  needs: "edit",
  count: async (tools, { folder }) => {
    const path = join(folder, FILE);
    writeFileSync(path, `${BOM}[a]\r\nsize=1\r\ncolor=red\r\n[b]\r\nsize=3\r\n`);
    const request = { path: FILE, old: "size=1\ncolor=red", next: "size=2\ncolor=blue" };
    const failure = await required(tools.edit)(request).then(
      () => undefined,
      () => "refused",
    );
    const after = readFileSync(path, "utf8");
    if (failure !== undefined && after.includes("size=1")) return { text: "refused", score: 0.5 };
    const hasBom = after.startsWith(BOM);
    const lines = after.split("\n").slice(0, -1);
    const hasCrlf = lines.every((line) => line.endsWith("\r")) && after.includes("color=blue");
    if (hasBom && hasCrlf) return { text: "both kept", score: 1 };
    const lost = [...(hasBom ? [] : ["BOM"]), ...(hasCrlf ? [] : ["CRLF"])];
    return { text: `${lost.join(" and ")} lost`, score: 0 };
  },
};
