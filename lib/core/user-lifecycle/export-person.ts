import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  eventsNaming,
  rowOfUser,
  rowsAroundUser,
  rowsOfUser,
  type StoredRow,
  tablesOfUsers,
} from "@/lib/core/user-lifecycle/person-export-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** All data that is stored about a person, by table. */
export interface PersonExport {
  exportedAt: string;
  user: StoredRow;
  tables: Record<string, StoredRow[]>;
  auditEvents: StoredRow[];
}

/** Maximum of events per read. */
const PAGE = 1000;
const NOTHING_READ = "00000000-0000-0000-0000-000000000000";

/** Collects all data that is stored about a user, in the database's own terms (GDPR, article 15): each
 *  table that names the user, and each event of the audit trail that does. Hashes, sealed texts and keys
 *  are left out: they describe nothing of the person and give access. The trail records the export.
 *  @throws ServiceError `missing` */
export async function exportPerson(caller: Caller, userId: string): Promise<PersonExport> {
  const { user, tables } = await inBatch(caller, async (db) => {
    const [row, named] = await Promise.all([rowOfUser(db, userId), tablesOfUsers(db)]);
    return { user: row, tables: named };
  });
  if (!user) throw missing();
  const [rows, around] = await inBatch(caller, (db) =>
    Promise.all([
      Promise.all(tables.map((table) => rowsOfUser(db, table, userId))),
      rowsAroundUser(db, userId, user.email),
    ]),
  );
  const byTable = Object.fromEntries(tables.map(({ name }, number) => [name, rows[number] ?? []]));
  const auditEvents = await allEvents(caller, user.knownAs);
  const { actor, context } = caller;
  const targets = [{ type: "user", id: userId }];
  await inBatch(caller, (db) =>
    recordAuditEvent(db, { kind: "user.exported", actor, context, targets }),
  );
  return {
    exportedAt: now().toISOString(),
    user: user.row,
    tables: { ...byTable, ...around },
    auditEvents,
  };
}

async function allEvents(caller: Caller, ids: string[]): Promise<StoredRow[]> {
  const events: StoredRow[] = [];
  let after = NOTHING_READ;
  for (;;) {
    const page = await inBatch(caller, (db) => eventsNaming(db, ids, after, PAGE));
    events.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return events;
    after = last.id;
  }
}
