import { readFileSync, writeFileSync } from "node:fs";
import { withPresetList } from "./preset-list.js";

const PAGE = new URL("../docs/permissions.md", import.meta.url);

writeFileSync(PAGE, withPresetList(readFileSync(PAGE, "utf8")));
