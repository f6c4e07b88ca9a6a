import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { demoRecording } from "../../scripts/demo-recording.js";
import { terminalSvg } from "../../scripts/terminal-svg.js";
import { textOfPicture } from "./text-of-picture.js";

describe("terminalSvg", () => {
  const picture = { title: "t", command: "npm start" };

  it("keeps a style until the next code, even in a later line", () => {
    const svg = terminalSvg("\u001B[1m\nbold\u001B[0m plain\n\u001B[31mred\u001B[0m\n", picture);
    expect(svg).toContain('<tspan class="b">bold</tspan> plain</text>');
    expect(svg).toContain('<tspan class="r">red</tspan></text>');
  });

  it("shows markup as text", () => {
    const svg = terminalSvg('<script>alert("&")</script>', { ...picture, title: '"><script>' });
    expect(svg).not.toContain("<script>");
    expect(textOfPicture(svg)).toBe('$ npm start\n<script>alert("&")</script>');
  });

  it("wraps a line after 100 columns", () => {
    const rows = textOfPicture(terminalSvg(`${"x".repeat(250)}\nend`, picture)).split("\n");
    expect(rows.map(({ length }) => length)).toEqual(["$ npm start".length, 100, 100, 50, 3]);
  });

  it("moves the lines up by one row in each keyframe", () => {
    const svg = terminalSvg("a\nb", picture);
    const moves = [...svg.matchAll(/% \{ transform: translateY\((-?\d+)px\)/g)].map(([, y]) => Number(y));
    expect(moves).toEqual([450, 432, 414]);
  });
});

describe("demoRecording", () => {
  it("shows a fixed folder instead of the random one", () => {
    const svg = demoRecording("Project: /var/tmp/collet-quickstart-aB3xYz/timesheet\n");
    expect(textOfPicture(svg)).toContain("Project: /tmp/collet-quickstart/timesheet");
  });

  it("stands in the README as a picture", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    expect(readme).toContain("](docs/demo.svg)");
  });
});
