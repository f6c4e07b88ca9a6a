import { examplePages } from "../.vitepress/example-pages.js";

export default { paths: examplePages };
