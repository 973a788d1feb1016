import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user of the platform tenant, with the fields that a tenant they administer may see. */
export interface Person {
  id: string;
  email: string;
  displayName: string | null;
  lastSignInAt: Date | null;
  hasPassword: boolean;
  suspended: boolean;
}

/** Lists the users of this transaction's environment with these ids; deleted ones are left out. */
export async function listPeople(db: Queryable, ids: readonly string[]): Promise<Person[]> {
  return db.query(read<Person>`
    SELECT id, email, display_name, last_sign_in_at, password_hash IS NOT NULL AS has_password,
           status = 'suspended' AS suspended
    FROM users
    WHERE id = ANY(${[...ids]}::uuid[]) AND environment_id = ${db.environmentId}::uuid AND deleted_at IS NULL`);
}
