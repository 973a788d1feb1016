import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { type ArchiveHead, malformed, readHead } from "@/lib/features/archives/archive-lines";
import { readNewestMigration } from "@/lib/features/archives/archive-store";
import { carriedTables } from "@/lib/features/archives/carried-tables";
import { refusedRows } from "@/lib/features/archives/refused-rows";
import { restoreRows } from "@/lib/features/archives/restore-rows";
import {
  analyzeTables,
  claimRestore,
  fillPartitions,
  hasStrayEvents,
  hasTenant,
  markRestore,
  resequenceFromOldest,
} from "@/lib/features/archives/restored-tenant-store";
import { wholeLines } from "@/lib/features/archives/whole-lines";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { decrypted } from "@/lib/kernel/crypto/passphrase-file";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { inOwnerTransaction } from "@/lib/kernel/db/owner-transaction";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import { VERSION } from "@/lib/kernel/process/version";

export interface RestoreOptions {
  passphrase: string;
  /** Called with the number of rows restored so far and in all. */
  onRows?: (written: number, all: number) => void;
}

/** Restores a tenant from an archive, with its ids, into an installation that does not have it. All of it
 *  is one transaction: nothing is visible until the last byte of the archive is verified, and an
 *  interruption leaves nothing behind. Records `tenant.restored` in the tenant's log.
 *  @param pieces the bytes of the file
 *  @throws UnreadableFile for a wrong passphrase, and for a file that is damaged or cut off
 *  @throws ServiceError `conflict` if the tenant exists, or the installation has another schema;
 *  `malformed` for content that is not an archive's */
export async function restoreArchive(
  by: { actor: Actor; context: RequestContext },
  pieces: AsyncIterable<Uint8Array>,
  { passphrase, onRows = () => {} }: RestoreOptions,
): Promise<ArchiveHead> {
  // An installation with restored tenants runs a platform.
  await setUpPlatform(by.actor);
  const { databaseOwnerUrl } = config();
  await asOwner(databaseOwnerUrl, fillPartitions);
  let restored: ArchiveHead | undefined;
  await pipeline(
    pieces,
    (bytes: AsyncIterable<Uint8Array>) => decrypted(bytes, passphrase),
    createGunzip(),
    async (text: AsyncIterable<Uint8Array>) => {
      restored = await restoreLines(by, wholeLines(text), onRows);
    },
  );
  if (!restored) throw malformed("it is empty");
  const { tables } = restored;
  const grown = carriedTables.flatMap(({ table }) => (tables[table] ? table : []));
  await asOwner(databaseOwnerUrl, (client) => analyzeTables(client, grown));
  return restored;
}

async function restoreLines(
  by: { actor: Actor; context: RequestContext },
  lines: AsyncGenerator<Buffer, void>,
  onRows: (written: number, all: number) => void,
): Promise<ArchiveHead> {
  const first = await lines.next();
  if (first.done) throw malformed("it is empty");
  const head = readHead(`${first.value}`);
  await assertSameSchema(head);
  const { tenant } = head;
  return inOwnerTransaction(config().databaseOwnerUrl, tenant.id, async (db) => {
    if (!(await claimRestore(db)))
      throw new ServiceError("conflict", {
        detail: "Another restore of this tenant is under way. Nothing was changed.",
      });
    if (await hasTenant(db, tenant))
      throw new ServiceError("conflict", {
        detail: `The tenant ${tenant.publicId} (${tenant.name}) is in this installation already. Nothing was changed.`,
      });
    await markRestore(db);
    await restoreRows(db, lines, { expected: head.tables, onRows }).catch((error: unknown) => {
      throw refusedRows(error);
    });
    if (await hasStrayEvents(db))
      throw new ServiceError("conflict", {
        detail:
          "Events of the archive are of a time that has no partition here. Nothing was changed: run the command again.",
      });
    await recordRestore(db, by, head);
    // Last, so that events of other tenants do not wait for this transaction.
    await resequenceFromOldest(db);
    return head;
  });
}

/** Records the restore in the tenant's first environment. Events that concern the whole tenant belong
 *  there, as in `inOperatedTenant`. */
async function recordRestore(
  db: Queryable,
  { actor, context }: { actor: Actor; context: RequestContext },
  { tenant, at }: ArchiveHead,
): Promise<void> {
  const [environment] = await listEnvironments(db);
  if (!environment) throw malformed("its tenant has no environment");
  await recordAuditEvent(db.inEnvironment(environment.id), {
    ...{ kind: "tenant.restored", actor, context },
    targets: [{ type: "tenant", id: tenant.id, name: tenant.name }],
    metadata: { archived_at: at.toISOString() },
  });
}

/** Refuses an archive of another schema: its rows fit only the schema they were read from, and a later
 *  migration may have changed their meaning. */
async function assertSameSchema({ version, schema }: ArchiveHead): Promise<void> {
  const here = await readNewestMigration();
  if (here === schema) return;
  throw new ServiceError("conflict", {
    detail: `The archive is of Atrium ${version} (schema ${schema}), and this installation is Atrium ${VERSION} (schema ${here}). Bring both to the same version, write the archive again if it is the older one, and restore it then. Nothing was changed.`,
  });
}
