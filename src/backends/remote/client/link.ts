import type { Connector } from "../connectors/index.js";
import { connectionLost, isConnectionLost } from "../wire/index.js";
import { type Answer, type CallOptions, Connection, type ConnectionOptions } from "./connection.js";

/**
 * The connection to a worker, which is opened again when it was lost.
 *
 * The new worker waits until the old one has ended, so nothing that was sent before can still happen after the first
 * answer of the new connection.
 */
export class RemoteLink {
  readonly #connect: Connector;
  readonly #options: ConnectionOptions;
  #current: Promise<Connection>;
  #connection: Connection | undefined;
  #isClosed = false;

  private constructor(connect: Connector, options: ConnectionOptions, first: Connection) {
    this.#connect = connect;
    this.#options = options;
    this.#connection = first;
    this.#current = Promise.resolve(first);
  }

  static async open(connect: Connector, options: ConnectionOptions): Promise<RemoteLink> {
    return new RemoteLink(connect, options, await Connection.open(connect, options));
  }

  /** Returns a connection that was not lost yet. */
  async connection(): Promise<Connection> {
    if (this.#isClosed) throw connectionLost("the backend was disposed.", { isSent: false });
    const isUsable = this.#connection === undefined || !this.#connection.isLost;
    if (isUsable) return this.#current;
    this.#connection = undefined;
    this.#current = Connection.open(this.#connect, this.#options).then((connection) => {
      if (this.#isClosed) connection.close();
      this.#connection = connection;
      return connection;
    });
    // The next use tries again.
    this.#current.catch(() => {
      this.#connection = LOST;
    });
    return this.#current;
  }

  /** Carries out a method that changes nothing, once more if the connection was lost meanwhile. */
  look(method: string, args: object, options?: CallOptions): Promise<Answer> {
    return this.retried((connection) => connection.call(method, args, options));
  }

  /** Runs work that changes nothing, once more if the connection was lost meanwhile. */
  async retried<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.connection());
    } catch (error) {
      if (!isConnectionLost(error) || this.#isClosed) throw error;
      return await work(await this.connection());
    }
  }

  dispose(): void {
    this.#isClosed = true;
    this.#connection?.close();
    this.#current.then(
      (connection) => connection.close(),
      () => {},
    );
  }
}

/** Stands for a connection that could not be opened. */
const LOST = { isLost: true, close() {} } as unknown as Connection;
