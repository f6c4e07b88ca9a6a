import type { FleetOptions } from "./fleet-options.js";
import { type FleetReport, waitingTimes } from "./fleet-report.js";
import { agentsByZipf, pickKind } from "./load.js";
import { createRandom, type Random } from "./random.js";
import { createVirtualTime, type VirtualTime } from "./virtual-time.js";
import { type ModelCall, WorkspaceQueue } from "./workspace-queue.js";

/** Time limit of a call in milliseconds. */
const MAX_SERVICE_MS = 120_000;

interface Workspace {
  readonly queue: WorkspaceQueue;
  /** The workers that hold the workspace. */
  readonly holders: readonly Worker[];
  readonly isHot: boolean;
  /** The worker that serves the workspace. A dead worker stays the owner until its lease ends. */
  owner: Worker | undefined;
  /** The life of the owner that has the lease. A restarted process has another life. */
  ownerLife: number;
  lastOwner: Worker | undefined;
  /** Whether the workspace waits for a slot of its owner. */
  inLine: boolean;
}

interface Worker {
  readonly workspaces: Workspace[];
  isUp: boolean;
  busy: number;
  busySince: number;
  upSince: number;
  /** Workspaces with calls that wait only for a slot. */
  readonly line: Workspace[];
  /** Number of starts. A restarted process has lost its earlier leases. */
  life: number;
}

/**
 * Simulates a fleet: agents send batches of calls and wait for the model in between; workers own workspaces by a lease, run calls
 * in order of conflict, die and restart. Redis is not modelled and counts as fast enough. The same options return the same report.
 */
export function simulateFleet(options: FleetOptions): FleetReport {
  return new Fleet(options).run();
}

class Fleet {
  readonly #options: FleetOptions;
  readonly #time: VirtualTime = createVirtualTime();
  readonly #load: Random;
  readonly #fate: Random;
  readonly #workers: readonly Worker[];
  readonly #workspaces: readonly Workspace[];
  readonly #agents: readonly number[];
  readonly #waits: number[] = [];
  readonly #waitsAtHot: number[] = [];
  readonly #count = { made: 0, done: 0, workerLost: 0, notRun: 0, retries: 0, deaths: 0, moves: 0 };
  #busyMs = 0;
  #upMs = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
    const { workspaces, workers, standBys, agents, skew, seed } = options;
    this.#load = createRandom(seed);
    this.#fate = createRandom(seed + 1_000_003);
    this.#workers = Array.from({ length: workers }, () => ({
      workspaces: [],
      isUp: true,
      busy: 0,
      busySince: 0,
      upSince: 0,
      line: [],
      life: 0,
    }));
    this.#agents = agentsByZipf(agents, workspaces, skew);
    const isHot = (index: number) => index < Math.max(1, workspaces / 100);
    this.#workspaces = Array.from({ length: workspaces }, (_, index) => {
      // Assign first holders in rotation, so that all workers begin with equal numbers; assign the others at random.
      const holders = new Set([this.#workers[index % workers] as Worker]);
      while (holders.size < Math.min(workers, standBys + 1)) {
        holders.add(this.#workers[this.#fate.below(workers)] as Worker);
      }
      const [owner] = holders;
      const workspace: Workspace = {
        queue: new WorkspaceQueue(),
        holders: [...holders],
        isHot: isHot(index),
        owner,
        ownerLife: 0,
        lastOwner: owner,
        inLine: false,
      };
      for (const holder of holders) holder.workspaces.push(workspace);
      return workspace;
    });
  }

  run(): FleetReport {
    const { warmUpMs, durationMs, thinkMs } = this.#options;
    for (const [index, workspace] of this.#workspaces.entries()) {
      for (let agent = 0; agent < (this.#agents[index] ?? 0); agent++) {
        this.#time.after(this.#load.next() * thinkMs, () => this.#makeBatch(workspace));
      }
    }
    for (const worker of this.#workers) this.#scheduleDeath(worker);
    this.#time.runUntil(warmUpMs + durationMs);
    for (const worker of this.#workers) {
      this.#countBusy(worker);
      if (worker.isUp) this.#countUp(worker);
    }
    const { made, done, workerLost, notRun } = this.#count;
    return {
      ...this.#count,
      underway: made - done - workerLost - notRun,
      callsPerSecond: this.#waits.length / (durationMs / 1_000),
      utilisation: this.#busyMs / (this.#upMs * this.#options.slots),
      waiting: waitingTimes(this.#waits),
      waitingAtHot: waitingTimes(this.#waitsAtHot),
      agentsAtHottest: Math.max(...this.#agents),
    };
  }

  #makeBatch(workspace: Workspace): void {
    const { batchSize, thinkMs, overheadMs, calls, files } = this.#options;
    const time = this.#time;
    // A geometrically distributed number, at least one.
    let size = 1;
    while (this.#load.next() > 1 / batchSize) size++;
    let open = size;
    const onEnd = () => {
      open--;
      if (open > 0) return;
      time.after(overheadMs / 2 + this.#load.exponential(thinkMs), () => this.#makeBatch(workspace));
    };
    const batch = Array.from({ length: size }, () => {
      const kind = pickKind(calls, this.#load);
      const file = this.#load.below(files);
      const serviceMs = Math.min(MAX_SERVICE_MS, this.#load.logNormal(kind.medianMs, kind.spread));
      return { kind, file, serviceMs };
    });
    time.after(overheadMs / 2, () => {
      const made = batch.map(
        (planned): ModelCall => ({ ...planned, madeAt: time.now, onEnd, state: "waiting", attempt: 0 }),
      );
      this.#count.made += made.length;
      for (const call of made) workspace.queue.add(call);
      this.#startWhatCan(workspace);
      for (const call of made) if (call.state === "waiting") this.#limitWait(workspace, call);
    });
  }

  /** Takes back a call that no worker begins in time. The time of an interrupted call starts again. */
  #limitWait(workspace: Workspace, call: ModelCall): void {
    const { attempt } = call;
    this.#time.after(this.#options.startTimeoutMs, () => {
      if (call.state !== "waiting" || call.attempt !== attempt) return;
      this.#end(workspace, call);
      this.#count.notRun++;
      this.#startWhatCan(workspace);
    });
  }

  #startWhatCan(workspace: Workspace): void {
    const { owner, queue } = workspace;
    if (owner === undefined || !owner.isUp || owner.life !== workspace.ownerLife) return;
    for (let call = queue.nextReady(); call !== undefined; call = queue.nextReady()) {
      if (owner.busy >= this.#options.slots) {
        if (!workspace.inLine) {
          workspace.inLine = true;
          owner.line.push(workspace);
        }
        return;
      }
      this.#start(workspace, owner, call);
    }
  }

  #start(workspace: Workspace, owner: Worker, call: ModelCall): void {
    const attempt = ++call.attempt;
    const { life } = owner;
    call.state = "running";
    this.#countBusy(owner);
    owner.busy++;
    if (this.#time.now >= this.#options.warmUpMs) {
      const waited = this.#time.now - call.madeAt;
      this.#waits.push(waited);
      if (workspace.isHot) this.#waitsAtHot.push(waited);
    }
    this.#time.after(call.serviceMs, () => {
      if (owner.life !== life || call.attempt !== attempt) return;
      this.#countBusy(owner);
      owner.busy--;
      this.#end(workspace, call);
      this.#count.done++;
      this.#startWhatCan(workspace);
      this.#serveLine(owner);
    });
  }

  #serveLine(worker: Worker): void {
    while (worker.busy < this.#options.slots) {
      const workspace = worker.line.shift();
      if (workspace === undefined) return;
      workspace.inLine = false;
      if (workspace.owner === worker) this.#startWhatCan(workspace);
    }
  }

  #end(workspace: Workspace, call: ModelCall): void {
    call.state = "ended";
    workspace.queue.remove(call);
    call.onEnd();
  }

  #scheduleDeath(worker: Worker): void {
    const { uptimeMs } = this.#options;
    if (uptimeMs === Number.POSITIVE_INFINITY) return;
    this.#time.after(this.#fate.exponential(uptimeMs), () => this.#die(worker));
  }

  #die(worker: Worker): void {
    const { leaseMs, downtimeMs } = this.#options;
    this.#count.deaths++;
    this.#countBusy(worker);
    this.#countUp(worker);
    worker.isUp = false;
    worker.busy = 0;
    const { life } = worker;
    worker.life++;
    for (const workspace of worker.line.splice(0)) workspace.inLine = false;
    const owned = worker.workspaces.filter(({ owner, ownerLife }) => owner === worker && ownerLife === life);
    // The last renewal was at most one heartbeat ago, a third of the lease.
    this.#time.after(leaseMs - (this.#fate.next() * leaseMs) / 3, () => {
      for (const workspace of owned) this.#lose(workspace);
    });
    this.#time.after(this.#fate.exponential(downtimeMs), () => {
      worker.isUp = true;
      worker.upSince = this.#time.now;
      this.#scheduleDeath(worker);
      for (const workspace of worker.workspaces) if (workspace.owner === undefined) this.#claim(workspace);
    });
  }

  /** Ends a lease: calls that its worker had begun are reported or repeated, and the workspace is free. */
  #lose(workspace: Workspace): void {
    workspace.owner = undefined;
    for (const call of workspace.queue.running) {
      const { access } = call.kind;
      if (access === "read" || access === "search") {
        call.state = "waiting";
        this.#count.retries++;
        this.#limitWait(workspace, call);
      } else {
        this.#end(workspace, call);
        this.#count.workerLost++;
      }
    }
    this.#claim(workspace);
  }

  #claim(workspace: Workspace): void {
    this.#time.after(this.#fate.next() * this.#options.claimMs, () => {
      const alive = workspace.holders.filter(({ isUp }) => isUp);
      const owner = alive[this.#fate.below(alive.length)];
      if (workspace.owner !== undefined || owner === undefined) return;
      workspace.owner = owner;
      workspace.ownerLife = owner.life;
      if (owner !== workspace.lastOwner) this.#count.moves++;
      workspace.lastOwner = owner;
      this.#startWhatCan(workspace);
    });
  }

  #countBusy(worker: Worker): void {
    const from = Math.max(worker.busySince, this.#options.warmUpMs);
    if (this.#time.now > from) this.#busyMs += worker.busy * (this.#time.now - from);
    worker.busySince = this.#time.now;
  }

  #countUp(worker: Worker): void {
    const from = Math.max(worker.upSince, this.#options.warmUpMs);
    if (this.#time.now > from) this.#upMs += this.#time.now - from;
  }
}
