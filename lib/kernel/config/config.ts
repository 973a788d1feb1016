import { disagreements, environmentSchema } from "@/lib/kernel/config/environment-schema";
import { type Limits, limitsSchema, limitVariable } from "@/lib/kernel/config/limits";
import {
  type MasterKey,
  masterKeysOfCommand,
  masterKeysOfFile,
  parseMasterKeys,
} from "@/lib/kernel/config/master-keys";
import { defaultDrainSeconds } from "@/lib/kernel/config/settings-in-force";
import { misspelt } from "@/lib/kernel/config/unknown-variables";
import type { WitnessSetting } from "@/lib/kernel/config/witness-setting";

/** Settings of this installation, from environment variables. Times and limits are in `limits`. */
export interface Config {
  /** `local` shows a mailbox and allows http; it is never the default. */
  mode: "local" | "production";
  /** The only issuer, and the base of every link; an origin without a trailing slash. */
  baseUrl: string;
  /** Prefix of namespaced claims. */
  claimsBase: string;
  databaseUrl: string;
  /** Address of PostgreSQL itself where `databaseUrl` is a pooler's, for connections that outlive a
   *  transaction; else the same. */
  databaseDirectUrl: string;
  databaseOwnerUrl: string;
  /** Whether `databaseUrl` is a pooler's, which may use another connection for each transaction. */
  pooled: boolean;
  /** Address of a replica, for reads that may lag behind; undefined if there is none. */
  readDatabaseUrl: string | undefined;
  /** Pool size of one process for transactions; it has other connections too
   *  (lib/kernel/db/connection-counts). */
  databasePool: number;
  /** Timeout of a statement, from which every other deadline of the database follows
   *  (lib/kernel/db/deadlines). */
  databaseTimeoutSeconds: number;
  port: number;
  /** The interface to listen on; undefined means all. */
  host: string | undefined;
  /** Number of web processes on the one port. */
  processes: number;
  /** Planes that a server answers: all, only the APIs, or only the pages. */
  serves: "all" | "api" | "pages";
  /** Whether a start migrates the schema to this version, or leaves that to `atrium db migrate`. */
  migrates: "start" | "never";
  /** Process that runs jobs: one of its own beside the web processes, each web process, or none of this
   *  server. */
  worker: "own" | "inside" | "none";
  /** Seconds that an ending process reports on /readyz before it stops accepting connections. */
  drainSeconds: number;
  /** Port of the metrics, apart from everything else; undefined serves none. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Master keys that wrap the keys of the database, the one in force first. There is at least one. */
  masterKeys: readonly MasterKey[];
  /** Public ids of the tenants that have series of their own. */
  metricsTenants: string[];
  /** Whether each request is a line of the log. */
  accessLog: boolean;
  /** Revision of the sources, as set by the build. */
  revision: string | undefined;
  trustedProxies: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Witnesses that cosign the audit logs of all tenants. */
  auditWitnesses: readonly WitnessSetting[];
  /** Contents of /.well-known/security.txt; without a contact the file does not exist. */
  securityContacts: string[];
  securityDisclosurePolicy: string | undefined;
  securityEncryption: string | undefined;
  logLevel: string;
  limits: Limits;
}

/** The environment is invalid; `problems` has a line for each mistake. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    );
    this.name = "ConfigurationError";
  }
}

/** Reads and checks the whole environment.
 *  @throws ConfigurationError that names every mistake at once */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  // An empty variable was left blank in an env file, so it counts as not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(set);
  const limits = limitsSchema.safeParse(
    Object.fromEntries(
      Object.keys(limitsSchema.shape).map((name) => [name, set[limitVariable(name)]]),
    ),
  );
  const problems = [
    ...disagreements(set),
    ...misspelt(set),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...(limits.error?.issues ?? []).map(
      (issue) => `${limitVariable(String(issue.path[0]))} ${issue.message}`,
    ),
  ];
  const masterKeys = masterKeysOf(set);
  problems.push(...masterKeys.problems);
  if (!parsed.success || !limits.success || problems.length > 0)
    throw new ConfigurationError(problems);
  const found = parsed.data;
  return {
    mode: found.ATRIUM_MODE,
    baseUrl: found.ATRIUM_BASE_URL,
    claimsBase: found.ATRIUM_CLAIMS_BASE ?? found.ATRIUM_BASE_URL,
    databaseUrl: found.DATABASE_URL,
    databaseDirectUrl: found.DATABASE_DIRECT_URL ?? found.DATABASE_URL,
    databaseOwnerUrl: found.DATABASE_OWNER_URL ?? found.DATABASE_DIRECT_URL ?? found.DATABASE_URL,
    pooled: (found.DATABASE_DIRECT_URL ?? found.DATABASE_URL) !== found.DATABASE_URL,
    readDatabaseUrl: found.ATRIUM_READ_DATABASE_URL,
    databasePool: found.ATRIUM_DATABASE_POOL,
    databaseTimeoutSeconds: found.ATRIUM_DATABASE_TIMEOUT_SECONDS,
    port: found.PORT,
    host: found.ATRIUM_HOST,
    processes: found.ATRIUM_PROCESSES,
    serves: found.ATRIUM_SERVE,
    migrates: found.ATRIUM_MIGRATE,
    worker: found.ATRIUM_WORKER,
    drainSeconds: found.ATRIUM_DRAIN_SECONDS ?? defaultDrainSeconds(found.ATRIUM_MODE),
    metricsPort: found.ATRIUM_METRICS_PORT,
    metricsHost: found.ATRIUM_METRICS_HOST,
    masterKeys: masterKeys.keys,
    metricsTenants: found.ATRIUM_METRICS_TENANTS,
    accessLog: found.ATRIUM_ACCESS_LOG === "on",
    revision: found.ATRIUM_REVISION,
    trustedProxies: found.ATRIUM_TRUSTED_PROXIES,
    smtpUrl: found.ATRIUM_SMTP_URL,
    mailFrom: found.ATRIUM_MAIL_FROM,
    auditWitnesses: found.ATRIUM_AUDIT_WITNESSES,
    securityContacts: found.ATRIUM_SECURITY_CONTACT,
    securityDisclosurePolicy: found.ATRIUM_SECURITY_DISCLOSURE_POLICY,
    securityEncryption: found.ATRIUM_SECURITY_ENCRYPTION,
    logLevel: found.ATRIUM_LOG_LEVEL,
    limits: limits.data,
  };
}

/** Reads the master keys from whichever of their variables is set. Mistakes in the variable itself are
 *  reported with those of the other variables. */
function masterKeysOf(set: Record<string, string | undefined>): {
  keys: MasterKey[];
  problems: string[];
} {
  const { ATRIUM_MASTER_KEY: value, ATRIUM_MASTER_KEY_FILE: file } = set;
  const command = set.ATRIUM_MASTER_KEY_COMMAND;
  const [name, found] = file
    ? (["ATRIUM_MASTER_KEY_FILE", masterKeysOfFile(file)] as const)
    : command
      ? (["ATRIUM_MASTER_KEY_COMMAND", masterKeysOfCommand(command)] as const)
      : (["", value ? parseMasterKeys(value) : []] as const);
  if (typeof found !== "string") return { keys: found, problems: [] };
  return { keys: [], problems: name ? [`${name} ${found}`] : [] };
}

/** Whether every line of the log is JSON: on every installation but a local one, also while the configuration
 *  is wrong. */
export function writesJsonOnly(env: Record<string, string | undefined> = process.env): boolean {
  return env.ATRIUM_MODE !== "local";
}

let loaded: Config | undefined;

/** The configuration of this process, read once. */
export function config(): Config {
  if (loaded) return loaded;
  loaded = loadConfig();
  // next-auth reads its own address from the environment only.
  process.env.NEXTAUTH_URL ??= loaded.baseUrl;
  return loaded;
}
