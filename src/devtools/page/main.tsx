import { render } from "preact";
import { App } from "./components/app.js";
import { readToken } from "./connection.js";
import "diff2html/bundles/css/diff2html.min.css";
import "./page.css";

const root = document.getElementById("app");
if (root !== null) render(<App token={readToken()} />, root);
