import { availableParallelism } from "node:os";
import { z } from "zod";
import { type Limits, limitsSchema, limitVariable } from "@/lib/config/limits";

const masterKey = z
  .string({ error: "is missing: 32 random bytes, base64url (openssl rand -base64 32)" })
  .transform((value, context) => {
    const bytes = Buffer.from(value, "base64");
    const distinct = new Set(bytes).size;
    if (bytes.length !== 32) context.addIssue("must be exactly 32 bytes in base64 or base64url");
    // A key of repeated bytes or of letters typed by hand is a default somebody forgot to change.
    else if (distinct < 16)
      context.addIssue("is not random: generate it (openssl rand -base64 32)");
    return bytes;
  });

const baseUrl = z.string().transform((value, context) => {
  if (!URL.canParse(value)) {
    context.addIssue("is not a URL");
    return value;
  }
  const url = new URL(value);
  if (url.pathname !== "/" || url.search || url.hash || url.username)
    context.addIssue("must be an origin: scheme, host and port only");
  return url.origin;
});

const environmentSchema = z
  .object({
    ATRIUM_MODE: z.enum(["local", "production"]).default("production"),
    ATRIUM_BASE_URL: baseUrl.default("http://localhost:3000"),
    ATRIUM_CLAIMS_BASE: baseUrl.optional(),
    DATABASE_URL: z
      .string({ error: "is missing: postgres://user:password@host:5432/atrium" })
      .min(1),
    DATABASE_OWNER_URL: z.string().optional(),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    ATRIUM_HOST: z.string().optional(),
    ATRIUM_PROCESSES: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    ATRIUM_SERVE: z.enum(["all", "api", "pages"]).default("all"),
    ATRIUM_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
    ATRIUM_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    ATRIUM_METRICS_HOST: z.string().default("127.0.0.1"),
    ATRIUM_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    ATRIUM_DATABASE_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((list) =>
        list
          .split(",")
          .map((entry) => entry.trim())
          .filter(Boolean),
      ),
    ATRIUM_SMTP_URL: z.string().optional(),
    ATRIUM_MAIL_FROM: z.string().default("Atrium <no-reply@localhost>"),
    ATRIUM_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .superRefine((env, context) => {
    if (env.ATRIUM_MODE !== "production") return;
    if (!env.ATRIUM_BASE_URL.startsWith("https://"))
      context.addIssue({
        code: "custom",
        path: ["ATRIUM_BASE_URL"],
        message: "must be https in production",
      });
    if (!env.ATRIUM_SMTP_URL)
      context.addIssue({
        code: "custom",
        path: ["ATRIUM_SMTP_URL"],
        message: "is missing: production sends real mail",
      });
  });

/** The variables that are read here, besides the limits'. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.shape);

/** What an operator decides about this installation. Times and limits are in `limits`. */
export interface Config {
  /** `local` shows a mailbox and allows http; it is never the default. */
  mode: "local" | "production";
  /** The one issuer and the base of every link; an origin without a trailing slash. */
  baseUrl: string;
  /** Prefix of namespaced claims. */
  claimsBase: string;
  databaseUrl: string;
  databaseOwnerUrl: string;
  /** Connections of one process for transactions; it has five more, for messages of statements and to listen. */
  databasePool: number;
  /** How long a statement may take, and what every other deadline of the database follows from (lib/db-deadlines). */
  databaseTimeoutSeconds: number;
  port: number;
  /** The interface to listen on; undefined means all. */
  host: string | undefined;
  /** Web processes on the one port. */
  processes: number;
  /** What a server answers: everything, the API planes alone, or the pages alone. */
  serves: "all" | "api" | "pages";
  /** How long a process that is to end says so on /readyz before it takes no more connections. */
  drainSeconds: number;
  /** Where metrics are read, apart from everything else; undefined is nowhere. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** 32 bytes; every other key is derived from it or sealed under it. */
  masterKey: Buffer;
  trustedProxies: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
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
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...(limits.error?.issues ?? []).map(
      (issue) => `${limitVariable(String(issue.path[0]))} ${issue.message}`,
    ),
  ];
  if (!parsed.success || !limits.success) throw new ConfigurationError(problems);
  const found = parsed.data;
  return {
    mode: found.ATRIUM_MODE,
    baseUrl: found.ATRIUM_BASE_URL,
    claimsBase: found.ATRIUM_CLAIMS_BASE ?? found.ATRIUM_BASE_URL,
    databaseUrl: found.DATABASE_URL,
    databaseOwnerUrl: found.DATABASE_OWNER_URL ?? found.DATABASE_URL,
    databasePool: found.ATRIUM_DATABASE_POOL,
    databaseTimeoutSeconds: found.ATRIUM_DATABASE_TIMEOUT_SECONDS,
    port: found.PORT,
    host: found.ATRIUM_HOST,
    processes: found.ATRIUM_PROCESSES,
    serves: found.ATRIUM_SERVE,
    // On a desk nothing balances, and Ctrl-C should end at once.
    drainSeconds: found.ATRIUM_DRAIN_SECONDS ?? (found.ATRIUM_MODE === "local" ? 0 : 5),
    metricsPort: found.ATRIUM_METRICS_PORT,
    metricsHost: found.ATRIUM_METRICS_HOST,
    masterKey: found.ATRIUM_MASTER_KEY,
    trustedProxies: found.ATRIUM_TRUSTED_PROXIES,
    smtpUrl: found.ATRIUM_SMTP_URL,
    mailFrom: found.ATRIUM_MAIL_FROM,
    logLevel: found.ATRIUM_LOG_LEVEL,
    limits: limits.data,
  };
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
