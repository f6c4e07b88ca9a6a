import { spawnSync } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, it } from "vitest";
import { remoteBackend, sshConnector } from "../../../src/adapters/remote/index.js";
import { bubblewrapBackend } from "../../../src/backends/sandboxes/index.js";
import { describeBackend } from "../../../src/testing/index.js";
import { hasSsh, sshServer } from "../remote/ssh-server.js";
import { singleConnectionFactory } from "./single-connection-factory.js";

const WORKER = resolve(import.meta.dirname, "../../../dist/remote-worker.js");

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const hasBwrap =
  process.platform === "linux" &&
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-net", "true"]).status === 0;
if (!hasBwrap) console.log("skipped: bubblewrap cannot be used here");
describe.skipIf(!hasBwrap)("bubblewrap", () => {
  describeBackend(
    singleConnectionFactory("bubblewrap", {
      folder: () => folder,
      open: () => bubblewrapBackend({ writable: [folder] }),
    }),
    { describe, it },
  );
});

if (!hasSsh) console.log("skipped: OpenSSH's server is not installed");
describe.skipIf(!hasSsh)("a server of OpenSSH", () => {
  const open = async () => {
    const { args } = await sshServer();
    return remoteBackend({
      connect: sshConnector({ host: "127.0.0.1", arguments: args, worker: [process.execPath, WORKER] }),
    });
  };
  describeBackend(singleConnectionFactory("ssh", { folder: () => folder, open }), { describe, it });
});
