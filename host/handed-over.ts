import type { Worker } from "node:cluster";

/** A connection that the supervisor accepted. */
interface Handle {
  close(): void;
}

/** Messages of node:cluster that hand over a connection, and the process's replies. */
interface ClusterMessage {
  cmd?: string;
  act?: string;
  seq?: number;
  ack?: number;
}

/** Ends the connections that were on their way to a process when it died. The supervisor keeps each open
 *  until the process confirms it, and a dead one never does: the client would wait for an answer for ever.
 *  node:cluster has no event for either, so this reads its own messages (`lib/internal/cluster`). */
export function endConnectionsInTransit(worker: Worker): void {
  const untaken = new Map<number, Handle>();
  const { process: child } = worker;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (...args: unknown[]) => {
    const [message, handle] = args as [ClusterMessage, Handle | undefined];
    if (handle && message.act === "newconn" && message.seq !== undefined)
      untaken.set(message.seq, handle);
    return send(...args);
  };
  child.on("internalMessage", ({ cmd, ack }: ClusterMessage) => {
    if (cmd === "NODE_CLUSTER" && ack !== undefined) untaken.delete(ack);
  });
  worker.once("exit", () => {
    for (const handle of untaken.values()) handle.close();
    untaken.clear();
  });
}
