/** A folder in a tree of files. */
interface TreeFolder {
  readonly folders: Map<string, TreeFolder>;
  readonly files: string[];
}

/** Indentation of one level of the tree, as in the OpenCode specification. */
const INDENTATION = "  ";

/**
 * Formats files as a tree: folders before files, each sorted by code unit, two spaces for each level, a slash after the
 * name of a folder.
 *
 * @param paths - relative paths, each as its names from the top down
 */
export function fileTree(paths: readonly (readonly string[])[]): readonly string[] {
  const root: TreeFolder = { folders: new Map(), files: [] };
  for (const names of paths) {
    let folder = root;
    for (const name of names.slice(0, -1)) {
      let below = folder.folders.get(name);
      if (below === undefined) {
        below = { folders: new Map(), files: [] };
        folder.folders.set(name, below);
      }
      folder = below;
    }
    const file = names.at(-1);
    if (file !== undefined) folder.files.push(file);
  }
  const rows: string[] = [];
  draw(root, "", rows);
  return rows;
}

function draw({ folders, files }: TreeFolder, indentation: string, rows: string[]): void {
  for (const name of [...folders.keys()].sort()) {
    rows.push(`${indentation}${name}/`);
    draw(folders.get(name) as TreeFolder, indentation + INDENTATION, rows);
  }
  for (const name of files.sort()) rows.push(indentation + name);
}
