import { renderMermaidSVG } from "beautiful-mermaid";

/** Colours of a diagram, taken from the theme of the site, so that it follows light and dark. */
const COLOURS = { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)", accent: "var(--vp-c-brand-1)" };

/**
 * Returns the SVG of a Mermaid diagram. It is drawn when the site is built, so that readers load no program, and requests nothing from
 * other servers.
 */
export function mermaidDiagram(source: string): string {
  // In a node, Mermaid writes a line break as `<br>`.
  const svg = renderMermaidSVG(source, { ...COLOURS, transparent: true, font: "inherit" });
  return svg.replace(/@import url\([^)]*\);/, "");
}
