/** Folders of installed packages. */
const PACKAGES = /[\\/](?:node_modules|site-packages)[\\/]/;

/** Declarations without an implementation: `x.d.ts`, `x.d.css.ts`, `x.pyi`. */
const DECLARATIONS = /\.(?:d(?:\.\w{1,20})?\.[cm]?ts|pyi)$/;

/** Returns whether a file is part of an installed package. Its errors are never reported. */
export function isPackageFile(file: string): boolean {
  return PACKAGES.test(file);
}

/** Returns whether a file is part of an installed package or only declares: an edit elsewhere cannot be corrected in it. */
export function isDependency(file: string): boolean {
  return isPackageFile(file) || DECLARATIONS.test(file);
}
