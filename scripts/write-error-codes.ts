import { readFileSync, writeFileSync } from "node:fs";
import { withErrorCodes } from "./error-codes.js";

const PAGE = new URL("../docs/troubleshooting.md", import.meta.url);

writeFileSync(PAGE, withErrorCodes(readFileSync(PAGE, "utf8")));
