import { readFileSync, writeFileSync } from "node:fs";
import { withSecretList } from "./secret-list.js";

const PAGE = new URL("../docs/security.md", import.meta.url);

writeFileSync(PAGE, withSecretList(readFileSync(PAGE, "utf8")));
