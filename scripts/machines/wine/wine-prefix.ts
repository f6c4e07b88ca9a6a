import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { step } from "./wine-step.js";

/** Milliseconds of the start of Wine, which fills a new prefix: half a minute on an idle machine. */
const BOOT_LIMIT_MS = 300_000;

/** Milliseconds of one small program in Wine. */
const PROGRAM_LIMIT_MS = 90_000;

/** A folder with the drives and the registry of a Windows that Wine shows. */
export interface WinePrefix {
  /** Variables of each program in it. */
  readonly environment: NodeJS.ProcessEnv;
  /** The temporary folder of Windows, in the notation of this system. */
  readonly temporaryFolder: string;
  /** Ends all its programs and its server. */
  end(): void;
}

/** Creates the prefix in a folder, or takes the one that is there. Throws if Wine does not start. */
export function winePrefix(folder: string, taskkill: string): WinePrefix {
  const prefix = join(folder, "prefix");
  const ready = join(prefix, "collet-ready");
  const environment = {
    WINEPREFIX: prefix,
    WINEARCH: "win64",
    WINEDEBUG: "-all",
    // No questions about Mono and Gecko, no menu entries on the desktop of this machine, and not Wine's own taskkill, which has no /T.
    WINEDLLOVERRIDES: "mscoree,mshtml,winemenubuilder.exe=;taskkill.exe=n",
    // Wine links its folders of documents to those of the home folder.
    HOME: folder,
    DISPLAY: "",
  };
  const server = (option: string, limitMs: number) => step("wineserver", [option], { limitMs, environment });
  const end = () => {
    server("-k", 20_000);
    server("-w", 20_000);
  };
  if (!existsSync(ready)) {
    rmSync(prefix, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    try {
      const boot = step("wineboot", ["--init"], { limitMs: BOOT_LIMIT_MS, environment });
      if (!boot.isDone) throw new Error(`wineboot: ${boot.text.slice(-300)}`);
      // Node refuses Windows 7, which Wine 8 shows by default.
      const version = ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"];
      const set = step("wine", version, { limitMs: PROGRAM_LIMIT_MS, environment });
      if (!set.isDone) throw new Error(`reg add: ${set.text.slice(-300)}`);
    } catch (error) {
      end();
      rmSync(prefix, { recursive: true, force: true });
      throw error;
    }
    end();
    rmSync(join(prefix, "drive_c/windows/system32/taskkill.exe"), { force: true });
    copyFileSync(taskkill, join(prefix, "drive_c/windows/system32/taskkill.exe"));
    writeFileSync(ready, "");
  }
  const users = join(prefix, "drive_c/users");
  const user = readdirSync(users).find((name) => name === userInfo().username) ?? "root";
  return { environment, temporaryFolder: join(users, user, "Temp"), end };
}

/** Returns a path of this system as Windows programs see it: below the drive Z. */
export function windowsPathOf(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}
