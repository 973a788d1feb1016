import { connections } from "@/lib/kernel/db/connections";
import { theReplica } from "@/lib/kernel/db/replica";
import { registerGauge } from "@/lib/kernel/process/metrics";

/** Registers metrics of this process's connections to PostgreSQL. */
export function registerConnectionMetrics(): void {
  registerGauge("database_connections", "Connections of the pool, by state (busy, idle)", () => [
    { labels: { state: "busy" }, value: connections.totalCount - connections.idleCount },
    { labels: { state: "idle" }, value: connections.idleCount },
  ]);
  registerGauge(
    "database_connections_limit",
    "Connections that the pools may have (ATRIUM_DATABASE_POOL of each process)",
    () => connections.options.max,
  );
  registerGauge(
    "database_waiting",
    "Requests waiting for a connection",
    () => connections.waitingCount,
  );
  registerGauge(
    "replica_in_use",
    "Whether processes ask the replica for what may be late (1), or one has left it (0)",
    () => {
      const replica = theReplica();
      return replica ? [{ labels: {}, value: Number(replica.isInUse) }] : [];
    },
    "min",
  );
  registerGauge(
    "database_messages",
    "Messages in pipelines that PostgreSQL has not answered yet",
    () => connections.messagesUnderWay,
  );
}
