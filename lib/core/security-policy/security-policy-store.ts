import { policyFieldNames } from "@/lib/core/security-policy/fields";
import {
  type PolicyOverrides,
  platformPolicy,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import { assignments } from "@/lib/kernel/db/assignments";
import {
  identifier,
  join,
  literal,
  lock,
  type Queryable,
  read,
  type Sql,
  sql,
  write,
} from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { snakeName } from "@/lib/kernel/names";

/** A tenant's policy as it is stored: its overrides, and the platform's live defaults. */
export interface StoredPolicy {
  /** Null when the tenant never overrode anything. */
  overrides: PolicyOverrides | null;
  defaults: SecurityPolicy;
}

/** The columns of a policy as one JSON value under the names of the fields.
 *  @param table the alias of `tenant_security_policies` or of `platform_security_defaults` */
function fieldsOf(table: "p" | "d"): Sql {
  const t = identifier(table);
  const entries = policyFieldNames.map(
    (field) => sql`${literal(field)}, ${t}.${identifier(snakeName(field))}`,
  );
  return sql`json_build_object(${join(entries)})`;
}

const [OVERRIDES, DEFAULTS] = [fieldsOf("p"), fieldsOf("d")];

function columnsOf(values: PolicyOverrides): Sql {
  const columns = policyFieldNames.map((field) => [snakeName(field), values[field]]);
  return assignments({ ...Object.fromEntries(columns), updated_at: sql`now()` });
}

/** Returns the tenant's policy in force at this request. */
export async function readSecurityPolicy(db: Queryable): Promise<SecurityPolicy> {
  const { overrides, defaults } = await readStoredPolicy(db);
  return resolvePolicy(overrides, defaults);
}

/** Returns the tenant's overrides and the platform's present defaults separately. */
export async function readStoredPolicy(db: Queryable): Promise<StoredPolicy> {
  type Row = { overrides: PolicyOverrides | null; defaults: SecurityPolicy };
  const stored = await db.first(read<Row>`
    SELECT ${DEFAULTS} AS defaults, CASE WHEN p.tenant_id IS NOT NULL THEN ${OVERRIDES} END AS overrides
    FROM platform_security_defaults d
    LEFT JOIN tenant_security_policies p ON p.tenant_id = ${db.tenantId}::uuid`);
  return { overrides: stored?.overrides ?? null, defaults: defaultsOf(stored) };
}

/** Returns the tenant's overrides, and serializes changes of them until this transaction ends. */
export async function lockPolicyOverrides(db: Queryable): Promise<PolicyOverrides> {
  const [, stored] = await Promise.all([
    db.execute(lock`
      INSERT INTO tenant_security_policies (tenant_id) VALUES (${db.tenantId}::uuid) ON CONFLICT DO NOTHING`),
    db.first(lock<{ overrides: PolicyOverrides }>`
      SELECT ${OVERRIDES} AS overrides FROM tenant_security_policies p
      WHERE p.tenant_id = ${db.tenantId}::uuid FOR UPDATE`),
  ]);
  if (!stored) throw new Error("unreachable: the row is there or was added just now");
  return stored.overrides;
}

/** Stores the tenant's overrides; a field that is null follows the platform. */
export async function writePolicyOverrides(
  db: Queryable,
  overrides: PolicyOverrides,
): Promise<void> {
  await db.execute(write`
    UPDATE tenant_security_policies SET ${columnsOf(overrides)}
    WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** Returns the present policy of a tenant that overrides nothing. */
export async function readPolicyDefaults(): Promise<SecurityPolicy> {
  return defaultsOf(
    await unscoped.first(read<{ defaults: SecurityPolicy }>`
      SELECT ${DEFAULTS} AS defaults FROM platform_security_defaults d`),
  );
}

/** Returns the defaults, and locks them until this transaction ends, so that two changes are serialized. */
export async function lockPolicyDefaults(db: Queryable): Promise<SecurityPolicy> {
  return defaultsOf(
    await db.first(lock<{ defaults: SecurityPolicy }>`
      SELECT ${DEFAULTS} AS defaults FROM platform_security_defaults d FOR UPDATE`),
  );
}

/** Changes the platform's defaults; the database allows it in the platform's own transaction only. */
export async function updatePolicyDefaults(db: Queryable, policy: SecurityPolicy): Promise<void> {
  await db.execute(write`
    UPDATE platform_security_defaults SET ${columnsOf(policy)} WHERE id = 1`);
}

function defaultsOf(row: { defaults: SecurityPolicy } | null): SecurityPolicy {
  return resolvePolicy(row?.defaults ?? null, platformPolicy);
}
