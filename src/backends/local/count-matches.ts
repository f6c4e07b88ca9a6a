import type { MatchCount, TextSearch } from "../../contract/index.js";
import { pathFilter } from "../glob/index.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { requireCleanEnd } from "./search-failure.js";
import { pathsBelow, relativeName } from "./search-files.js";
import { openSearchRoot } from "./search-root.js";
import { patternArguments, requireText } from "./search-text.js";

// A name may hold a line end, but no NUL; after it comes the number and a line end, which `--crlf` makes longer.
const ROW = /([^\0]*)\0(\d+)\r?\n/g;

/** Counts matching lines with `rg --count`, which prints a number for each file and none of its lines. */
export async function* countMatches(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<MatchCount, void, undefined> {
  requireText(request.pattern);
  const filter = pathFilter(request.globs ?? [], request.hidden === true);
  const binary = await ripgrep();
  const root = await openSearchRoot(request.path, "file-or-directory");
  try {
    const output = runRipgrep({
      binary,
      arguments: [
        ...scopeArguments(request, filter),
        ...["--count", "--null", "--with-filename"],
        ...patternArguments(request),
        "--",
        root.file === undefined ? "./" : "-",
      ],
      cwd: root.cwd,
      ...(root.file === undefined ? {} : { input: root.file.descriptor }),
      signal: request.signal,
    });
    const pathBelow = pathsBelow(root.base);
    let rest: Buffer = Buffer.alloc(0);
    let found = false;
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          requireCleanEnd(value, request, found);
          return;
        }
        found = true;
        const bytes = rest.length === 0 ? value : Buffer.concat([rest, value]);
        // Up to the last line end behind a NUL: what follows may be the beginning of a name with a line end in it.
        const end = bytes.indexOf(10, bytes.lastIndexOf(0)) + 1;
        rest = bytes.subarray(end);
        for (const [, name = "", count = ""] of bytes.toString("utf8", 0, end).matchAll(ROW)) {
          const relativePath = root.file?.name ?? relativeName(name);
          if (filter.accepts(relativePath)) yield { path: pathBelow(relativePath), count: Number(count) };
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "" });
    }
  } finally {
    root.close();
  }
}
