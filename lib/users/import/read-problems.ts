import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { listProblems } from "@/lib/users/import/import-line-store";
import type { LineProblem } from "@/lib/users/import/user-import";
import { findImport } from "@/lib/users/import/user-import-store";

const PIECE = 1000;

/** Why lines of an import were not taken, in pieces that are read when they are asked for.
 *  @throws ServiceError `missing` before the first piece */
export async function readProblems(
  scope: TenantScope,
  importId: string,
): Promise<AsyncGenerator<LineProblem[], void>> {
  if (!(await inBatch(scope, (db) => findImport(db, importId)))) throw missing();
  return pieces(scope, importId);
}

async function* pieces(scope: TenantScope, importId: string): AsyncGenerator<LineProblem[], void> {
  let after = 0;
  for (;;) {
    const start = after;
    const found = await inBatch(scope, (db) =>
      listProblems(db, importId, { after: start, atMost: PIECE }),
    );
    if (found.length > 0) yield found;
    if (found.length < PIECE) return;
    after = found.at(-1)?.line ?? after;
  }
}
