import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { Ranges } from "@/lib/features/audit-log/verify/finding";
import { writeProofLine } from "@/lib/features/audit-log/verify/proof-line";
import {
  type NamedTenant,
  retainedBy,
  type StoredBundle,
  StoredLog,
} from "@/lib/features/audit-log/verify/stored-log";
import {
  readCosignedNotes,
  readStoredHead,
  readTrailBounds,
} from "@/lib/features/audit-log/verify/stored-log-store";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** A piece of an export. */
export interface ProofPiece {
  lines: string;
  /** Number of events in it. */
  events: number;
}

/** Exports a tenant's log with its events and everything needed to prove them, at its current checkpoint:
 *  lines for `verifyExport`, in pieces of up to 256 events. Stored data is exported unchecked, so that the
 *  reader of the file can find what is wrong.
 *  @throws CannotVerify if there is no log */
export async function* exportProof(tenant: NamedTenant): AsyncGenerator<ProofPiece, void> {
  const [head, bounds, cosigned] = await inLateRead(tenant, (db) =>
    Promise.all([readStoredHead(db), readTrailBounds(db), readCosignedNotes(db)]),
  );
  const size = head && parseCheckpoint(head.checkpoint)?.size;
  if (!head || size === null || size === undefined)
    throw new CannotVerify("The tenant has no log yet, or one without a checkpoint.");
  const { leftBefore: keptSince } = retainedBy(bounds);
  const { checkpoint } = head;
  const lines = writeProofLine({
    ...{ kind: "head", tenant: tenant.publicId, checkpoint, cosigned, keptSince },
  });
  yield { lines, events: 0 };
  const log = new StoredLog(tenant, size, head.pending);
  for await (const tile of log.upperTiles())
    yield { lines: writeProofLine({ kind: "hashes", ...tile }), events: 0 };
  for await (const bundle of log.bundles()) yield bundleLines(bundle, log.size);
  yield { lines: writeProofLine({ kind: "end", size }), events: 0 };
}

function bundleLines({ number, hashes, entries }: StoredBundle, size: number): ProofPiece {
  const from = number * TILE_WIDTH;
  const there = new Set(entries.map(({ position }) => position));
  const left = new Ranges();
  for (let position = from; position < Math.min(from + TILE_WIDTH, size); position += 1)
    if (!there.has(position)) left.add(position);
  const lines = [
    writeProofLine({ kind: "hashes", level: 0, from, hashes: [...hashes] }),
    ...left.list.map((range) => writeProofLine({ kind: "left", ...range })),
    ...entries.map((found) => writeProofLine({ kind: "entry", found })),
  ];
  return { lines: lines.join(""), events: entries.filter(({ event }) => event).length };
}
