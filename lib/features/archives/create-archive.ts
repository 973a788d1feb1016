import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import {
  type ArchiveHead,
  endLine,
  headLine,
  tableLine,
} from "@/lib/features/archives/archive-lines";
import {
  countRows,
  readArchivedTenant,
  readColumns,
  readNewestMigration,
  rowsOf,
} from "@/lib/features/archives/archive-store";
import { type CarriedTable, carriedTables } from "@/lib/features/archives/carried-tables";
import { openedRow } from "@/lib/features/archives/sealed-rows";
import { wholeLines } from "@/lib/features/archives/whole-lines";
import { countEvents } from "@/lib/features/statistics/count-events";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { encrypted } from "@/lib/kernel/crypto/passphrase-file";
import { inSnapshot, type TenantSnapshot } from "@/lib/kernel/db/tenant-snapshot";
import { VERSION } from "@/lib/kernel/process/version";

export interface ArchiveOptions {
  /** The tenant's public id. */
  tenant: string;
  passphrase: string;
  /** Called with the number of rows written so far and in all. */
  onRows?: (written: number, all: number) => void;
}

/** Writes an encrypted archive of everything of a tenant that another installation can use, from one
 *  snapshot, while the tenant stays in use. Streams: only a few rows are in memory at a time. Records
 *  `tenant.archived` in the tenant's log, and in the archive too. The file can be restored only if this
 *  function returns without an error.
 *  @param write takes the bytes of the file
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function createArchive(
  by: { actor: Actor; context: RequestContext },
  { tenant, passphrase, onRows = () => {} }: ArchiveOptions,
  write: (pieces: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<ArchiveHead> {
  const tenantId = await inOperatedTenant(tenant, async (db, { name }) => {
    const { actor, context } = by;
    const targets = [{ type: "tenant", id: db.tenantId, name }];
    await recordAuditEvent(db, { kind: "tenant.archived", actor, context, targets });
    return db.tenantId;
  });
  // Events not counted yet would never be counted: the counter works on its own database only.
  await countEvents();
  const schema = await readNewestMigration();
  return inSnapshot(tenantId, async (snapshot) => {
    const head = await headOf(snapshot, schema);
    await pipeline(
      linesOf(snapshot, head, onRows),
      createGzip(),
      (pieces: AsyncIterable<Uint8Array>) => encrypted(pieces, passphrase),
      write,
    );
    return head;
  });
}

async function headOf({ db }: TenantSnapshot, schema: string): Promise<ArchiveHead> {
  const tenant = await readArchivedTenant(db);
  const tables: Record<string, number> = {};
  for (const { table } of carriedTables) tables[table] = await countRows(db, table);
  return { version: VERSION, schema, at: now(), tenant, tables };
}

async function* linesOf(
  snapshot: TenantSnapshot,
  head: ArchiveHead,
  onRows: (written: number, all: number) => void,
): AsyncGenerator<Buffer, void> {
  const all = Object.values(head.tables).reduce((sum, rows) => sum + rows, 0);
  const names = carriedTables.map(({ table }) => table);
  const columns = await readColumns(snapshot.db, names);
  let written = 0;
  yield headLine(head);
  for (const table of carriedTables) {
    yield tableLine(table.table);
    yield* rowLines(snapshot, table, columns.get(table.table) ?? []);
    written += head.tables[table.table] ?? 0;
    onRows(written, all);
  }
  yield endLine();
}

async function* rowLines(
  { db, lines }: TenantSnapshot,
  carried: CarriedTable,
  columns: readonly string[],
): AsyncGenerator<Buffer, void> {
  const rows = ended(lines(rowsOf(carried, columns, db.tenantId)));
  const { sealed } = carried;
  if (!sealed) return yield* rows;
  for await (const row of wholeLines(rows)) yield Buffer.from(`${openedRow(`${row}`, sealed)}\n`);
}

const LINE_END = Buffer.from("\n");

/** Passes the lines through, and ends the last one with a newline if there are any. */
async function* ended(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let some = false;
  for await (const piece of pieces) {
    some ||= piece.length > 0;
    yield piece;
  }
  if (some) yield LINE_END;
}
