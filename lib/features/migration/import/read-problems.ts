import { listProblems } from "@/lib/features/migration/import/import-line-store";
import type { LineProblem, UserImport } from "@/lib/features/migration/import/user-import";
import { findImport } from "@/lib/features/migration/import/user-import-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

const PIECE = 1000;

/** Lists problems of an import's lines, in pieces that are read on demand. If not all problems were stored,
 *  the last entry reports that.
 *  @throws ServiceError `missing` before the first piece */
export async function readProblems(
  scope: TenantScope,
  importId: string,
): Promise<AsyncGenerator<LineProblem[], void>> {
  const found = await inBatch(scope, (db) => findImport(db, importId));
  if (!found) throw missing();
  return pieces(scope, found);
}

async function* pieces(
  scope: TenantScope,
  { id: importId, lines, refused }: UserImport,
): AsyncGenerator<LineProblem[], void> {
  let after = 0;
  let listed = 0;
  for (;;) {
    const start = after;
    const found = await inBatch(scope, (db) =>
      listProblems(db, importId, { after: start, atMost: PIECE }),
    );
    if (found.length > 0) yield found;
    listed += found.length;
    if (found.length < PIECE) break;
    after = found.at(-1)?.line ?? after;
  }
  const detail = `${refused - listed} more lines were refused; why is not kept. The import counts them by code.`;
  if (listed < refused) yield [{ line: lines, email: null, externalId: null, code: "cut", detail }];
}
