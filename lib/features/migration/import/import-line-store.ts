import { profileList, profileSql } from "@/lib/core/users/profile-sql-store";
import {
  type ImportedUser,
  type LineProblem,
  MAX_STORED_PROBLEMS,
  MOST_PROBLEMS,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** A staged line. Its weak hash is sealed. */
export interface StagedLine extends Omit<ImportedUser, "password"> {
  line: number;
  passwordHash: string | null;
  sealedWeakHash: Uint8Array | null;
}

const stagedProfile = profileSql((column) => sql`l.${column}`);

/** Stages lines of an import. COPY cannot be used: PostgreSQL refuses it on a table with row-level
 *  security. */
export async function insertLines(
  db: Queryable,
  importId: string,
  lines: readonly StagedLine[],
): Promise<void> {
  const each = <T>(value: (line: StagedLine) => T) => lines.map(value);
  await db.execute(write`
    INSERT INTO user_import_lines (tenant_id, environment_id, import_id, line, email, email_key, ${profileList}, status,
      email_verified, password_hash, sealed_weak_hash, memberships)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${importId}::uuid, l.line, l.email, lower(l.email),
      ${stagedProfile}, l.status, l.email_verified, l.password_hash, l.sealed,
      l.memberships::jsonb
    FROM unnest(${each(({ line }) => line)}::int[], ${each(({ email }) => email)}::text[],
      ${profileSql((_, name) => sql`${each((line) => line[name])}::text[]`)}, ${each(({ status }) => status)}::user_status[],
      ${each(({ emailVerified }) => emailVerified)}::boolean[],
      ${each(({ passwordHash }) => passwordHash)}::text[],
      ${each(({ sealedWeakHash }) => sealedWeakHash)}::bytea[],
      ${each(({ memberships }) => JSON.stringify(memberships))}::text[])
      AS l (line, email, ${profileList}, status, email_verified, password_hash, sealed, memberships)`);
}

/** Stores problems of refused lines. */
export async function insertProblems(
  db: Queryable,
  importId: string,
  problems: readonly LineProblem[],
): Promise<void> {
  const each = <T>(value: (problem: LineProblem) => T) => problems.map(value);
  await db.execute(write`
    INSERT INTO user_import_problems (tenant_id, environment_id, import_id, line, email, external_id, code, detail)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${importId}::uuid, p.*
    FROM unnest(${each(({ line }) => line)}::int[], ${each(({ email }) => email)}::text[],
      ${each(({ externalId }) => externalId)}::text[], ${each(({ code }) => code)}::text[],
      ${each(({ detail }) => detail)}::text[]) AS p`);
}

/** Deletes problems of the environment's oldest imports beyond the limit. */
export async function deleteOldProblems(db: Queryable): Promise<void> {
  await db.execute(lock`
    DELETE FROM user_import_problems
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid AND import_id IN (
      SELECT id FROM (
        SELECT id, sum(LEAST(refused, ${MOST_PROBLEMS}::int)) OVER (ORDER BY id DESC) AS kept FROM user_imports
        WHERE environment_id = ${db.environmentId}::uuid) i
      WHERE kept > ${MAX_STORED_PROBLEMS}::int)`);
}

/** Lists problems of an import after a line, by line. */
export function listProblems(
  db: Queryable,
  importId: string,
  { after, atMost }: { after: number; atMost: number },
): Promise<LineProblem[]> {
  return db.query(read<LineProblem>`
    SELECT line, email, external_id, code, detail FROM user_import_problems
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND import_id = ${importId}::uuid AND line > ${after}::int
    ORDER BY line LIMIT ${atMost}::int`);
}

/** Lists weak hashes of the next lines, and whether each will be stored: not if the existing user stays
 *  unchanged, or has chosen a password here. */
export function nextWeakHashes(
  db: Queryable,
  { id, applied, mode }: Pick<UserImport, "id" | "applied" | "mode">,
  { within, atMost }: { within: number; atMost: number },
): Promise<{ line: number; emailKey: string; sealedWeakHash: Uint8Array; isWanted: boolean }[]> {
  return db.query(read`
    SELECT l.line, l.email_key, l.sealed_weak_hash, NOT EXISTS (
        SELECT FROM (
          -- As applyLines finds them, and why so.
          (SELECT * FROM users WHERE environment_id = ${db.environmentId}::uuid
            AND email_key BETWEEN l.email_key AND l.email_key ORDER BY email_key LIMIT 1)
          UNION ALL
          (SELECT * FROM users WHERE environment_id = ${db.environmentId}::uuid
            AND external_id BETWEEN l.external_id AND l.external_id ORDER BY external_id LIMIT 1)) u
        WHERE (${mode}::text <> 'upsert' OR u.password_hash IS NOT NULL
            AND (u.password_changed_at IS NOT NULL OR u.last_sign_in_at IS NOT NULL))) AS is_wanted
    FROM user_import_lines l
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.import_id = ${id}::uuid AND l.line > ${applied}::int
      AND l.line <= ${applied + within}::int AND l.sealed_weak_hash IS NOT NULL
    ORDER BY l.line LIMIT ${atMost}::int`);
}

/** Replaces weak hashes with wrapped ones; null removes the hash of a line. */
export async function replaceWeakHashes(
  db: Queryable,
  importId: string,
  wrapped: readonly { line: number; hash: string | null }[],
): Promise<void> {
  await db.execute(lock`
    UPDATE user_import_lines l SET password_hash = w.hash, sealed_weak_hash = NULL
    FROM unnest(${wrapped.map(({ line }) => line)}::int[], ${wrapped.map(({ hash }) => hash)}::text[]) AS w (line, hash)
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.import_id = ${importId}::uuid AND l.line = w.line`);
}

/** Deletes lines of a finished import.
 *  @returns the number of lines */
export function deleteLines(db: Queryable, importId: string, atMost: number): Promise<number> {
  return db.execute(lock`
    DELETE FROM user_import_lines l
    WHERE l.tenant_id = ${db.tenantId}::uuid AND l.import_id = ${importId}::uuid AND l.line IN (
      SELECT line FROM user_import_lines WHERE import_id = ${importId}::uuid ORDER BY line LIMIT ${atMost}::int)`);
}

/** Deletes personal data of a user from the environment's imports. */
export async function forgetImported(
  db: Queryable,
  { email, externalId }: { email: string; externalId: string | null },
): Promise<void> {
  const emailKey = email.toLowerCase();
  await Promise.all([
    db.execute(lock`
      DELETE FROM user_import_problems
      WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid
        AND (lower(email) = ${emailKey} OR external_id = ${externalId})`),
    db.execute(lock`
      DELETE FROM user_import_lines
      WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid
        AND (email_key = ${emailKey} OR external_id = ${externalId})
        AND import_id IN (SELECT id FROM user_imports WHERE finished_at IS NOT NULL)`),
  ]);
}
