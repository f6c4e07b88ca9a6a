/** Ports that this library made. Their values need no check. */
const ownPorts = new WeakSet<object>();

/** Marks the ports of a backend of this library and returns the backend. */
export function withOwnPorts<Made extends object>(backend: Made): Made {
  for (const port of Object.values(backend)) {
    if (typeof port === "object" && port !== null) ownPorts.add(port);
  }
  return backend;
}

/** Returns whether this library made a port. */
export function isOwnPort(port: unknown): boolean {
  return typeof port === "object" && port !== null && ownPorts.has(port);
}
