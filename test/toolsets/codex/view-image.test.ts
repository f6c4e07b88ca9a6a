import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { viewImage } from "./codex-tools.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("view_image of the codex toolset", () => {
  it("shows an image, whatever its name", async () => {
    const bench = await createWorkbench();
    await bench.write({ "picture.txt": PNG });
    const { result, text } = await bench.call(viewImage, { path: "picture.txt" });
    expect(result).toEqual({ image_url: `data:image/png;base64,${PNG.toString("base64")}` });
    expect(text).toBe("<image>");
    expect(viewImage.render?.(result as never, { path: "" })).toEqual([
      { type: "image", mediaType: "image/png", data: PNG.toString("base64") },
    ]);
  });

  it.each([
    ["text.png", "invalid-input", "is not an image that can be shown"],
    ["paper.pdf", "invalid-input", "is not an image that can be shown"],
    ["data.bin", "invalid-input", "is not an image that can be shown"],
    ["empty.png", "invalid-input", "is not an image that can be shown"],
    ["folder", "not-a-file", "is a folder"],
    ["pictur.png", "not-found", "picture.png"],
    [".env", "reading-secret-file", "Refusing"],
  ])("refuses %s", async (path, code, words) => {
    const bench = await createWorkbench();
    await bench.write({
      "picture.png": PNG,
      "text.png": "no picture\n",
      "paper.pdf": "%PDF-1.7\n",
      "data.bin": Buffer.from([0, 1, 2]),
      "empty.png": "",
      "folder/": "",
      // An image under the name of a secret stays one.
      ".env": PNG,
    });
    const refused = await bench.callFailure(viewImage, { path });
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(words);
  });

  it("names guidance that is new to the session", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Be kind.\n", "a.png": PNG });
    expect((await bench.call(viewImage, { path: "a.png" })).text).toMatch(
      /^<image>\[This folder has guidance/,
    );
  });
});
