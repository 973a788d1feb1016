import type { TenantTransaction } from "@/lib/db";

/** A user of the platform tenant, as far as a tenant they administer may know them. */
export interface Person {
  id: string;
  email: string;
  displayName: string | null;
  lastSignInAt: Date | null;
  hasPassword: boolean;
  suspended: boolean;
}

/** The users of this transaction's environment with these ids; deleted ones are left out. */
export async function listPeople(
  { sql, environmentId }: TenantTransaction,
  ids: string[],
): Promise<Person[]> {
  const users = await sql.user.findMany({
    where: { id: { in: ids }, environmentId, deletedAt: null },
    select: {
      id: true,
      email: true,
      displayName: true,
      lastSignInAt: true,
      passwordHash: true,
      status: true,
    },
  });
  return users.map(({ passwordHash, status, ...user }) => ({
    ...user,
    hasPassword: passwordHash !== null,
    suspended: status === "suspended",
  }));
}
