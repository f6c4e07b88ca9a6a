import { readFileSync, writeFileSync } from "node:fs";
import type { PeersReport } from "../bench/peers/run/report.js";
import { comparisonPage } from "./comparison-page.js";

const RESULTS = new URL("../bench/peers/results.json", import.meta.url);
const PAGE = new URL("../docs/comparison.md", import.meta.url);

writeFileSync(PAGE, comparisonPage(JSON.parse(readFileSync(RESULTS, "utf8")) as PeersReport));
