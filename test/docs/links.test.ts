import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { headingAnchor } from "../../docs/.vitepress/heading-anchor.js";
import { siteTarget } from "../../docs/.vitepress/page-links.js";
import { DOCUMENTS, ROOT } from "./documents.js";

interface Link {
  readonly document: string;
  readonly target: string;
}

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "``");

const texts = new Map(DOCUMENTS.map((path) => [path, readFileSync(resolve(ROOT, path), "utf8")]));
const links: readonly Link[] = [...texts].flatMap(([document, text]) =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|^ +link: (\S+)$/gm)].map(([, inline, front]) => ({
    document,
    target: inline ?? front ?? "",
  })),
);
const relativeLinks = links.filter(({ target }) => !/^[a-z]+:/.test(target));

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => headingAnchor(heading)));
}

/** Returns the fault of a link, or undefined. */
function fault({ document, target }: Link): string | undefined {
  const [path = "", anchor] = target.split("#");
  const file = path.startsWith("/")
    ? resolve(ROOT, `docs${path}.md`)
    : resolve(ROOT, path === "" ? document : `${dirname(document)}/${path}`);
  if (!existsSync(file)) return `${file} does not exist`;
  if (anchor === undefined || statSync(file).isDirectory()) return undefined;
  return anchorsOf(readFileSync(file, "utf8")).has(anchor) ? undefined : `no heading ${anchor} in ${file}`;
}

describe("links of the documentation", () => {
  it("include relative links (control)", () => {
    expect(relativeLinks.length).toBeGreaterThan(30);
  });

  it("lead to existing files and headings", () => {
    const faults = relativeLinks.flatMap((link) => {
      const found = fault(link);
      return found === undefined ? [] : [`${link.document}: ${link.target}: ${found}`];
    });
    expect(faults).toEqual([]);
  });

  it("lead to a fault when the file or heading is missing (control)", () => {
    expect(fault({ document: "docs/edits.md", target: "nowhere.md" })).toContain("does not exist");
    expect(fault({ document: "docs/edits.md", target: "shell.md#nothing-here" })).toContain("no heading");
    expect(fault({ document: "docs/edits.md", target: "#edits" })).toBeUndefined();
  });

  it("never leave the repository", () => {
    const outside = relativeLinks.filter(
      ({ document, target }) =>
        !target.startsWith("/") && !resolve(ROOT, dirname(document), target).startsWith(ROOT),
    );
    expect(outside).toEqual([]);
  });
});

describe("links on the site", () => {
  it.each([
    ["shell.md#require-a-sandbox", "security.md", { type: "as-it-is" }],
    ["#limits", "security.md", { type: "as-it-is" }],
    ["https://example.com/../x", "security.md", { type: "as-it-is" }],
    ["../toolsets.md", "toolsets/amp.md", { type: "as-it-is" }],
    ["decisions/", "architecture.md", { type: "page", link: "/decisions/0001-esm-only" }],
    ["../examples/quickstart", "getting-started.md", { type: "page", link: "/examples/quickstart" }],
    ["../../CHANGELOG.md", "toolsets/amp.md", { type: "repository", path: "CHANGELOG.md" }],
  ])("%s of %s is %o", (link, page, target) => {
    expect(siteTarget(link, page)).toEqual(target);
  });
});

describe("headingAnchor", () => {
  it.each([
    ["Ask a person", "ask-a-person"],
    ["multi_edit", "multi_edit"],
    ["What's `new`, and why?", "whats-new-and-why"],
    ["1. ESM only", "1-esm-only"],
    ["Größe", "größe"],
  ])("%s becomes %s, as on GitHub", (heading, anchor) => {
    expect(headingAnchor(heading)).toBe(anchor);
  });
});
