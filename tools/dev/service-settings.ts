import type { DatabaseUrls } from "../postgres/bootstrap";

/** Speed over durability: nothing outlives the run. */
export const clusterSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "100",
  shared_buffers: "64MB",
  autovacuum: "off",
};

/** Settings that this command sets itself and never takes from its environment. */
const OWN =
  /^(DATABASE_|ATRIUM_(MODE|BASE_URL|HOST|MASTER_KEY|READ_DATABASE_URL|SMTP_URL|METRICS_|CELLS|DEV(_|$)|SERVICE$|FIXTURES$))/;

/** Returns the environment of the service. Limits in the caller's environment stay; an empty value unsets.
 *  @param port 0 where no server will listen */
export function serviceSettings({
  port,
  urls,
  masterKey,
}: {
  port: number;
  urls: DatabaseUrls;
  masterKey: string;
}): Record<string, string> {
  const dropped = Object.keys(process.env).filter((name) => OWN.test(name));
  return {
    ...Object.fromEntries(dropped.map((name) => [name, ""])),
    ...urls,
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: `http://localhost:${port || 3000}`,
    ATRIUM_HOST: "localhost",
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_LOG_LEVEL: process.env.ATRIUM_LOG_LEVEL || "error",
    ATRIUM_PROCESSES: "1",
    ATRIUM_WORKER: "inside",
    ATRIUM_DRAIN_SECONDS: "0",
    PORT: String(port),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}
