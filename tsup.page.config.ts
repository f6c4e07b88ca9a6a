import { defineConfig } from "tsup";
import { bundledPackages } from "./scripts/bundled-packages.js";

/** The page of DevTools: one script and one style sheet with everything in them, for a browser. */
export default defineConfig({
  entry: { "devtools-page": "src/devtools/page/main.tsx" },
  format: "esm",
  target: "es2022",
  platform: "browser",
  noExternal: [/./],
  splitting: false,
  minify: true,
  esbuildPlugins: [bundledPackages("devtools-page")],
  sourcemap: false,
  clean: false,
});
