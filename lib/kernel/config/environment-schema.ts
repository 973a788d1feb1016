import { availableParallelism } from "node:os";
import { z } from "zod";
import { parseDatabaseUrl } from "@/lib/kernel/config/database-url";
import { limitsSchema, limitVariable } from "@/lib/kernel/config/limits";
import { masterKeySettings, parseMasterKeys } from "@/lib/kernel/config/master-keys";
import {
  databaseAddress,
  mailServer,
  networks,
  origin,
  publicIds,
  publicKeyAddress,
  securityContacts,
  sender,
  webPage,
} from "@/lib/kernel/config/setting-formats";
import { auditWitnesses } from "@/lib/kernel/config/witness-setting";

const masterKeys = z.string().transform((value, context) => {
  const found = parseMasterKeys(value);
  if (typeof found === "string") context.addIssue(found);
  return found;
});

/** Schema of each variable by itself. Rules between variables are in `disagreements`. */
export const environmentSchema = z.object({
  ATRIUM_MODE: z.enum(["local", "production"]).default("production"),
  ATRIUM_BASE_URL: origin.default("http://localhost:3000"),
  ATRIUM_CLAIMS_BASE: origin.optional(),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  ATRIUM_READ_DATABASE_URL: databaseAddress.optional(),
  // Read by the command line only (cli/cells).
  ATRIUM_CELLS: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  ATRIUM_HOST: z.string().optional(),
  ATRIUM_PROCESSES: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  ATRIUM_SERVE: z.enum(["all", "api", "pages"]).default("all"),
  ATRIUM_MIGRATE: z.enum(["start", "never"]).default("start"),
  ATRIUM_WORKER: z.enum(["own", "inside", "none"]).default("own"),
  ATRIUM_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  ATRIUM_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  ATRIUM_METRICS_HOST: z.string().default("127.0.0.1"),
  ATRIUM_METRICS_TENANTS: publicIds.default([]),
  ATRIUM_ACCESS_LOG: z.enum(["on", "off"]).default("off"),
  ATRIUM_REVISION: z.string().max(64).optional(),
  ATRIUM_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  ATRIUM_DATABASE_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  ATRIUM_MASTER_KEY: masterKeys.optional(),
  ATRIUM_MASTER_KEY_FILE: z.string().optional(),
  ATRIUM_MASTER_KEY_COMMAND: z.string().optional(),
  ATRIUM_TRUSTED_PROXIES: networks.default([]),
  ATRIUM_SMTP_URL: mailServer.optional(),
  ATRIUM_MAIL_FROM: sender.default("Atrium <no-reply@localhost>"),
  ATRIUM_AUDIT_WITNESSES: auditWitnesses.default([]),
  ATRIUM_SECURITY_CONTACT: securityContacts.default([]),
  ATRIUM_SECURITY_DISCLOSURE_POLICY: webPage.optional(),
  ATRIUM_SECURITY_ENCRYPTION: publicKeyAddress.optional(),
  ATRIUM_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** Names of all variables that are read, including the limits. */
export const settingNames: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  ...Object.keys(limitsSchema.shape).map(limitVariable),
];

/** Checks rules between variables that are each valid by themselves; returns a line for each mistake. It
 *  takes the raw values, so that another mistake hides none of these.
 *  @param env without variables that were left blank */
export function disagreements(env: Record<string, string | undefined>): string[] {
  const found: string[] = [];
  // Any mode but "local" counts as production, also a misspelt one.
  if (env.ATRIUM_MODE !== "local") {
    if (/^http:/i.test(env.ATRIUM_BASE_URL ?? "http:"))
      found.push("ATRIUM_BASE_URL must be https in production");
    if (!env.ATRIUM_SMTP_URL) found.push("ATRIUM_SMTP_URL is missing: production sends real mail");
  }
  const [source, ...others] = masterKeySettings.filter((name) => env[name]);
  if (!source)
    found.push(
      "ATRIUM_MASTER_KEY is missing: 32 random bytes, base64url (openssl rand -base64 32), or ATRIUM_MASTER_KEY_FILE or ATRIUM_MASTER_KEY_COMMAND, which give them",
    );
  for (const other of others)
    found.push(`${other} is set beside ${source}: keys come from one place`);
  if (loginOf(env.DATABASE_DIRECT_URL) !== loginOf(env.DATABASE_URL) && env.DATABASE_DIRECT_URL)
    found.push(
      "DATABASE_DIRECT_URL names another login than DATABASE_URL: it is the same account's way past the pooler",
    );
  if (env.PORT && env.ATRIUM_METRICS_PORT === env.PORT)
    found.push("ATRIUM_METRICS_PORT is the service's own (PORT): metrics need another");
  for (const name of ["ATRIUM_SECURITY_DISCLOSURE_POLICY", "ATRIUM_SECURITY_ENCRYPTION"])
    if (env[name] && !env.ATRIUM_SECURITY_CONTACT)
      found.push(`${name} has no effect without ATRIUM_SECURITY_CONTACT (RFC 9116)`);
  return found;
}

/** Returns the login of an address; undefined when the address is invalid. */
function loginOf(address: string | undefined): string | undefined {
  const found = parseDatabaseUrl(address ?? "");
  return typeof found === "string" ? undefined : found.login;
}
