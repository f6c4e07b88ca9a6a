/** The document of the page; its script draws everything. */
export const PAGE_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Collet DevTools</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/devtools-page.css">
    <script type="module" src="/devtools-page.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
`;
