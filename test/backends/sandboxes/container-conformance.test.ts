import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { containerConnector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { containerBackend } from "../../../src/backends/sandboxes/index.js";
import { describeBackend } from "../../../src/testing/index.js";
import { containerImage, removeContainer, removeImage, startContainer } from "./container-image.js";
import { singleConnectionFactory } from "./single-connection-factory.js";

/** Milliseconds for a test in a container: each command of a shell there is a `podman exec`, of up to a second on a loaded machine. */
const PATIENCE_MS = 240_000;

const configuration = process.env.CONTAINERS_CONF;
const made = await mkdtemp(join(tmpdir(), "collet-test-"));
const image = process.platform === "linux" ? await containerImage("worker", made) : undefined;
if (image === undefined) console.log("skipped: podman cannot run a container here");

const writable = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
const containers: string[] = [];

afterAll(async () => {
  for (const container of containers) removeContainer(container);
  if (image !== undefined) removeImage(image);
  if (configuration === undefined) delete process.env.CONTAINERS_CONF;
  else process.env.CONTAINERS_CONF = configuration;
  for (const each of [made, writable]) await rm(each, { recursive: true, force: true });
});

const folder = () => writable;
const inImage = { program: "podman", image: image ?? "none", writable: [writable] } as const;

describe.skipIf(image === undefined)("a container of podman", () => {
  const runner = { describe, it: (title: string, body: () => Promise<void>) => it(title, body, PATIENCE_MS) };

  describeBackend(
    singleConnectionFactory("container (worker)", { folder, open: () => containerBackend(inImage) }),
    runner,
  );

  const overExec = async () => {
    const container = startContainer(image ?? "none", writable);
    containers.push(container);
    const worker = ["node", "/worker.js"] as const;
    return remoteBackend({ connect: containerConnector({ program: "podman", container, worker }) });
  };
  describeBackend(singleConnectionFactory("remote (podman exec)", { folder, open: overExec }), runner);

  describeBackend(
    singleConnectionFactory("container (shell)", {
      folder,
      open: () => containerBackend({ ...inImage, through: "shell" }),
    }),
    // A `podman exec` mostly waits, so that several tests take hardly longer than one.
    { describe, it: (title, body) => it.concurrent(title, body, PATIENCE_MS) },
  );
});
