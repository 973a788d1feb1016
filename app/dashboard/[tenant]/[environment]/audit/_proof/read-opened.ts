import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { base64 } from "@/lib/features/audit-log/log/bytes";
import { saltTexts } from "@/lib/features/audit-log/log/log-entry";
import {
  findProvableEvent,
  readEntries,
  readProvableEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { LateQueryable } from "@/lib/kernel/db/queryable";
import type { LogPlace, OpenedEvent } from "./opened-event";

/** Reads the opening of an event; null while no log has it. */
export async function readOpened(db: LateQueryable, eventId: string): Promise<OpenedEvent | null> {
  const found = await findProvableEvent(db, eventId);
  if (!found) return null;
  const { position, entry, salts } = found;
  return { position, entry: base64(entry), salts: saltTexts(salts) };
}

/** Reads the entries of a tile of the lowest level, except those whose events retention has deleted.
 *  @param number index of the tile */
export async function readPlaces(
  db: LateQueryable,
  number: number,
  tenantPublicId: string,
): Promise<LogPlace[]> {
  const from = number * TILE_WIDTH;
  const [entries, events] = await Promise.all([
    readEntries(db, from, TILE_WIDTH),
    readProvableEvents(db, from, TILE_WIDTH),
  ]);
  const byPosition = new Map(events.map((event) => [event.position, event]));
  return entries.map(({ position, entry }) => {
    const found = byPosition.get(position);
    const event = found && {
      record: auditRecord(found, tenantPublicId),
      salts: saltTexts(found.salts),
    };
    return { position, entry: base64(entry), event: event ?? null };
  });
}
