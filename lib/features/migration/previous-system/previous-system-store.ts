import type {
  PreviousSystem,
  SigningSecret,
} from "@/lib/features/migration/previous-system/previous-system";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** Address of the system, and the sealed secrets to sign with, the newest first. */
export interface EnabledSystem {
  url: string;
  secrets: { id: string; sealed: Uint8Array }[];
}

/** Returns the environment's previous system if it is enabled and there is a secret.
 *  @returns null otherwise */
export async function readEnabledSystem(db: Queryable): Promise<EnabledSystem | null> {
  const rows = await db.query(read<{ url: string; id: string; sealed: Uint8Array }>`
    SELECT p.url, s.id, s.sealed_secret AS sealed
    FROM previous_systems p JOIN previous_system_secrets s ON s.environment_id = p.environment_id
    WHERE p.environment_id = ${db.environmentId}::uuid AND p.is_enabled
    ORDER BY s.id DESC`);
  const [first] = rows;
  return first ? { url: first.url, secrets: rows.map(({ id, sealed }) => ({ id, sealed })) } : null;
}

interface Row {
  url: string;
  isEnabled: boolean;
  lastFailedAt: Date | null;
  lastFailure: string | null;
}

/** Returns the environment's previous system; null if there is none. */
export async function readPreviousSystem(db: Queryable): Promise<PreviousSystem | null> {
  return systemOf(
    await db.first(read<Row>`
      SELECT url, is_enabled, last_failed_at, last_failure FROM previous_systems
      WHERE environment_id = ${db.environmentId}::uuid`),
  );
}

/** Like `readPreviousSystem`, and locks the environment's row until the transaction ends. */
export async function lockPreviousSystem(db: Queryable): Promise<PreviousSystem | null> {
  await db.execute(lock`
    SELECT FROM environments WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid FOR UPDATE`);
  return readPreviousSystem(db);
}

function systemOf(row: Row | null): PreviousSystem | null {
  if (!row) return null;
  const { url, isEnabled, lastFailedAt: at, lastFailure: reason } = row;
  return { url, isEnabled, lastFailure: at && reason ? { at, reason } : null };
}

/** Stores the address of the previous system, and whether it is enabled. */
export async function writePreviousSystem(
  db: Queryable,
  { url, isEnabled }: Pick<PreviousSystem, "url" | "isEnabled">,
): Promise<void> {
  await db.execute(lock`
    INSERT INTO previous_systems AS p (environment_id, tenant_id, url, is_enabled)
    VALUES (${db.environmentId}::uuid, ${db.tenantId}::uuid, ${url}, ${isEnabled}::boolean)
    ON CONFLICT (environment_id) DO UPDATE SET url = EXCLUDED.url, is_enabled = EXCLUDED.is_enabled, updated_at = now(),
      last_failed_at = CASE WHEN p.url = EXCLUDED.url THEN p.last_failed_at END,
      last_failure = CASE WHEN p.url = EXCLUDED.url THEN p.last_failure END`);
}

/** Deletes the previous system, but not its secrets. */
export async function deletePreviousSystem(db: Queryable): Promise<void> {
  await db.execute(
    lock`DELETE FROM previous_systems WHERE environment_id = ${db.environmentId}::uuid`,
  );
}

/** Stores why a request to the previous system failed, at most once a minute, so that concurrent sign-ins
 *  do not wait for each other's write. */
export async function notePreviousFailure(db: Queryable, reason: string, at: Date): Promise<void> {
  await db.execute(lock`
    UPDATE previous_systems SET last_failed_at = ${at}::timestamptz, last_failure = ${reason}
    WHERE environment_id IN (
      SELECT environment_id FROM previous_systems
      WHERE environment_id = ${db.environmentId}::uuid
        AND (last_failed_at IS NULL OR last_failed_at < ${at}::timestamptz - interval '1 minute')
      FOR UPDATE SKIP LOCKED)`);
}

/** Lists the environment's secrets, the oldest first. */
export function listSigningSecrets(db: Queryable): Promise<(SigningSecret & { slot: number })[]> {
  return db.query(read<SigningSecret & { slot: number }>`
    SELECT id, hint, slot, created_at FROM previous_system_secrets
    WHERE environment_id = ${db.environmentId}::uuid ORDER BY id`);
}

/** Stores a secret.
 *  @throws a unique violation if the slot is taken */
export async function insertSigningSecret(
  db: Queryable,
  secret: { id: string; sealed: Buffer<ArrayBuffer>; hint: string; slot: number },
): Promise<void> {
  await db.execute(lock`
    INSERT INTO previous_system_secrets (id, tenant_id, environment_id, sealed_secret, hint, slot)
    VALUES (${secret.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${secret.sealed}::bytea, ${secret.hint},
            ${secret.slot}::smallint)`);
}

/** Deletes a secret.
 *  @returns whether there was one with this id */
export async function deleteSigningSecret(db: Queryable, id: string): Promise<boolean> {
  const deleted = await db.execute(lock`
    DELETE FROM previous_system_secrets
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return deleted === 1;
}

/** Organization and role that a pair of names refers to; null for an unknown name. */
export interface NamedPlace {
  organizationId: string | null;
  roleId: string | null;
}

/** Resolves names, in their order: an organization by id, external id or slug, a role by id or key. The
 *  first match wins, as in an import. */
export function findNamedPlaces(
  db: Queryable,
  names: readonly { organization: string; role: string }[],
): Promise<NamedPlace[]> {
  return db.query(read<NamedPlace>`
    SELECT (
        SELECT w.organization_id FROM workspaces w JOIN organizations o ON o.id = w.organization_id
        WHERE w.environment_id = ${db.environmentId}::uuid AND o.tenant_id = ${db.tenantId}::uuid
          AND (o.id::text = lower(n.organization) OR o.external_id = n.organization OR o.slug = n.organization)
        ORDER BY o.id::text = lower(n.organization) DESC, o.external_id IS NOT DISTINCT FROM n.organization DESC LIMIT 1)
          AS organization_id,
      (SELECT r.id FROM roles r WHERE r.environment_id = ${db.environmentId}::uuid
          AND (r.key = n.role OR r.id::text = lower(n.role)) LIMIT 1) AS role_id
    FROM unnest(${names.map(({ organization }) => organization)}::text[], ${names.map(({ role }) => role)}::text[])
      WITH ORDINALITY AS n (organization, role, place)
    ORDER BY n.place`);
}
