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

/** What an operator decides about this installation. Times and limits are in `limits`. */
export interface Config {
  /** `local` shows a mailbox and allows http; it is never the default. */
  mode: "local" | "production";
  /** The one issuer and the base of every link; an origin without a trailing slash. */
  baseUrl: string;
  /** Prefix of namespaced claims. */
  claimsBase: string;
  databaseUrl: string;
  /** PostgreSQL itself where `databaseUrl` is a pooler's, for what lasts longer than a transaction; else the same. */
  databaseDirectUrl: string;
  databaseOwnerUrl: string;
  /** Whether `databaseUrl` is that of a pooler, which may hand each transaction to another connection. */
  pooled: boolean;
  /** A replica, asked for what may be late; undefined is none. */
  readDatabaseUrl: string | undefined;
  /** Connections of one process for transactions; it has others beside (lib/kernel/db/connection-counts). */
  databasePool: number;
  /** How long a statement may take, and what every other deadline of the database follows from (lib/kernel/db/deadlines). */
  databaseTimeoutSeconds: number;
  port: number;
  /** The interface to listen on; undefined means all. */
  host: string | undefined;
  /** Web processes on the one port. */
  processes: number;
  /** What a server answers: everything, the API planes alone, or the pages alone. */
  serves: "all" | "api" | "pages";
  /** Whether a start brings the schema to this version, or leaves that to `atrium db migrate`. */
  migrates: "start" | "never";
  /** Where jobs are taken: in a process of their own beside the web processes, inside each of those, or elsewhere. */
  worker: "own" | "inside" | "none";
  /** How long a process that is to end says so on /readyz before it takes no more connections. */
  drainSeconds: number;
  /** Where metrics are read, apart from everything else; undefined is nowhere. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** What wraps the keys of the database, the one in force first. There is at least one. */
  masterKeys: readonly MasterKey[];
  /** Public ids of the tenants that have series of their own. */
  metricsTenants: string[];
  /** Whether each request is a line of the log. */
  accessLog: boolean;
  /** The revision of the sources, as whoever built them says. */
  revision: string | undefined;
  trustedProxies: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who cosigns the audit logs of all tenants. */
  auditWitnesses: readonly WitnessSetting[];
  /** What /.well-known/security.txt says; without a contact there is no such file. */
  securityContacts: string[];
  securityDisclosurePolicy: string | undefined;
  securityEncryption: string | undefined;
  logLevel: string;
  limits: Limits;
}

/** The environment is wrong in one or more ways; `problems` has a line for each of them. */
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
  // An empty variable is one that was left blank in an env file: not set.
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

/** The master keys, wherever they are given. What is wrong with the variable itself is told with the other variables. */
function masterKeysOf(set: Record<string, string | undefined>): {
  keys: MasterKey[];
  problems: string[];
} {
  const { ATRIUM_MASTER_KEY: given, ATRIUM_MASTER_KEY_FILE: file } = set;
  const command = set.ATRIUM_MASTER_KEY_COMMAND;
  const [name, found] = file
    ? (["ATRIUM_MASTER_KEY_FILE", masterKeysOfFile(file)] as const)
    : command
      ? (["ATRIUM_MASTER_KEY_COMMAND", masterKeysOfCommand(command)] as const)
      : (["", given ? parseMasterKeys(given) : []] as const);
  if (typeof found !== "string") return { keys: found, problems: [] };
  return { keys: [], problems: name ? [`${name} ${found}`] : [] };
}

/** Whether every line of the log is JSON: on every installation but a local one, also while the configuration is wrong. */
export function writesJsonOnly(env: Record<string, string | undefined> = process.env): boolean {
  return env.ATRIUM_MODE !== "local";
}

let loaded: Config | undefined;

/** The configuration of this process, read once. */
export function config(): Config {
  if (loaded) return loaded;
  loaded = loadConfig();
  // next-auth takes its own address from the environment and from nowhere else.
  process.env.NEXTAUTH_URL ??= loaded.baseUrl;
  return loaded;
}
