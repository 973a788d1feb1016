import { importedCostProblem } from "@/lib/core/passwords/imported-cost";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import { assertAcceptablePassword } from "@/lib/core/passwords/password-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the hash of a new user: of the password in the request, the imported one, or none. Hashing is
 *  done before the transaction that stores it, which would hold a connection meanwhile.
 *  @throws ServiceError `unprocessable` for a password the policy refuses, or a hash that costs too much */
export async function firstPasswordHash(
  caller: Caller,
  user: { email: string; displayName?: string | null; password?: string; passwordHash?: string },
): Promise<string | null> {
  const { password } = user;
  if (password === undefined) return importedHash(user.passwordHash);
  const [policy, tenant] = await inBatch(caller, (db) =>
    Promise.all([readSecurityPolicy(db), readTenant(db)]),
  );
  assertAcceptablePassword(password, {
    minLength: policy.passwordMinLength,
    context: [user.email, user.displayName ?? "", tenant.name],
  });
  return hashPassword(caller, password);
}

function importedHash(hash: string | undefined): string | null {
  const problem = hash === undefined ? null : importedCostProblem(hash);
  if (problem) throw new ServiceError("unprocessable", { detail: `password_hash: ${problem}.` });
  return hash ?? null;
}
