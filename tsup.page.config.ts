import { defineConfig } from "tsup";

/** The page of DevTools: one script and one style sheet with everything in them, for a browser. */
export default defineConfig({
  entry: { "devtools-page": "src/devtools/page/main.tsx" },
  format: "esm",
  target: "es2022",
  platform: "browser",
  noExternal: [/./],
  splitting: false,
  esbuildOptions: (options) => {
    // Blanks stay: with them the comments that name the packages whose licenses the build collects.
    options.minifyIdentifiers = true;
    options.minifySyntax = true;
  },
  sourcemap: false,
  clean: false,
});
