import type { ConnectionOptions } from "bullmq";

/** Dependencies and limits of a fleet client. */
export interface FleetClientOptions {
  readonly connection: ConnectionOptions;
  readonly workspace: string;
  readonly prefix: string;
  readonly secret: string | undefined;
  readonly startTimeoutMs: number;
  readonly redisTimeoutMs: number;
  readonly recordMs: number;
}
