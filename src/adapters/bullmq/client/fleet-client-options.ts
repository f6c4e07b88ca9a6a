import type { ConnectionOptions } from "bullmq";

/** What a client is made of. */
export interface FleetClientOptions {
  readonly connection: ConnectionOptions;
  readonly workspace: string;
  readonly prefix: string;
  readonly secret: string | undefined;
  readonly startTimeoutMs: number;
  readonly redisTimeoutMs: number;
  readonly recordMs: number;
}
