import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { withDirectImports } from "../../scripts/direct-imports.js";

const FILES = {
  "parts/index.ts": `export type { Size } from "./size.js";
export { large, type Range, small as tiny } from "./size.js";
export {
  first,
  second,
} from "./order/index.js";
`,
  "parts/size.ts": "export const large = 1;",
  "parts/order/index.ts": `export { first } from "./first.js";\nexport { second } from "./second.js";\n`,
  "others/index.ts": `export { large } from "../parts/size.js";`,
  "parts/order/first.ts": "export const first = 1;",
  "parts/order/second.tsx": "export const second = 1;",
};

async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "collet-imports-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe("imports through an entry point", () => {
  const CASES = [
    [
      "name the file",
      `import { large } from "./parts/index.js";`,
      `import { large as large } from "./parts/size.js";`,
    ],
    [
      "follow a renamed export",
      `import { tiny as t } from "./parts/index.js";`,
      `import { small as t } from "./parts/size.js";`,
    ],
    [
      "follow entry points below, over several lines",
      `import {\n  first,\n  second,\n} from "./parts/index.js";`,
      `import { first as first } from "./parts/order/first.js"; import { second as second } from "./parts/order/second.js";`,
    ],
    ["lose types", `import { type Range, type Size } from "./parts/index.js";`, ""],
    [
      "stay for an unknown name",
      `import { other } from "./parts/index.js";`,
      `import { other as other } from "./parts/index.js";`,
    ],
    [
      "stay for a single file",
      `import { large } from "./parts/size.js";`,
      `import { large } from "./parts/size.js";`,
    ],
    [
      "stay for another entry point",
      `import { large } from "./others/index.js";`,
      `import { large } from "./others/index.js";`,
    ],
    ["stay when they are dynamic", `await import("./parts/index.js");`, `await import("./parts/index.js");`],
    [
      "become exports for an export",
      `export { large } from "./parts/index.js";`,
      `export { large as large } from "./parts/size.js";`,
    ],
  ] as const;

  it.each(CASES)("%s", async (_title, text, expected) => {
    const folder = await project();
    const before = "// A comment.\n";
    const after = "\nconst code = 1;\n";
    const written = await withDirectImports(`${before}${text}${after}`, {
      path: join(folder, "user.ts"),
      entries: new Set([join(folder, "parts/index.ts")]),
      origins: new Map(),
    });
    expect(written).toBe(`${before}${expected}${after}`);
  });
});
