import { wrapHash } from "@/lib/core/passwords/password-hash";
import { readWeakHash } from "@/lib/core/passwords/weak-forms";
import { findByKeys } from "@/lib/features/migration/import/apply-lines-store";
import {
  nextWeakHashes,
  replaceWeakHashes,
} from "@/lib/features/migration/import/import-line-store";
import { LINES_AT_ONCE } from "@/lib/features/migration/import/user-import";
import { findImport } from "@/lib/features/migration/import/user-import-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { unseal } from "@/lib/kernel/crypto/seal";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Hashes that are wrapped before the next import's turn: about a second of one core. */
const AT_ONCE = 50;
const SALT_BYTES = 16;

/** Wraps weak hashes of the next lines in argon2id, one after the other, before any of these lines is
 *  applied. The salt is derived from the user and the hash, so that repeating an import gives the same hash
 *  and changes nothing. A dry run needs none.
 *  @returns whether there were any */
export async function wrapNextHashes(scope: TenantScope, importId: string): Promise<boolean> {
  const found = await inTransaction(scope, async (db) => {
    const one = await findImport(db, importId);
    if (one?.status !== "running" || one.dryRun) return [];
    await findByKeys(db);
    return nextWeakHashes(db, one, { within: LINES_AT_ONCE, atMost: AT_ONCE });
  });
  if (found.length === 0) return false;
  const wrapped: { line: number; hash: string | null }[] = [];
  for (const { line, emailKey, sealedWeakHash, isWanted } of found)
    wrapped.push({
      line,
      hash: isWanted
        ? await wrap(
            scope,
            emailKey,
            String(unseal("imported-hash", `${importId}:${line}`, sealedWeakHash)),
          )
        : null,
    });
  await inTransaction(scope, (db) => replaceWeakHashes(db, importId, wrapped));
  return true;
}

async function wrap(scope: TenantScope, emailKey: string, form: string): Promise<string | null> {
  const weak = readWeakHash(form);
  if (!weak) return null;
  const salt = keyedHash("imported-hash-salt", scope.environmentId, emailKey, form);
  return wrapHash(scope, weak, salt.subarray(0, SALT_BYTES));
}
