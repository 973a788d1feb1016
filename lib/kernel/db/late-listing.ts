import type { TenantScope } from "@/lib/kernel/caller";
import { type Listing, openListing } from "@/lib/kernel/db/copy-stream";
import type { Rows } from "@/lib/kernel/db/json-rows";
import type { Sql } from "@/lib/kernel/db/queryable";
import { theReplica } from "@/lib/kernel/db/replica";
import { untilReplayed } from "@/lib/kernel/db/replica-position";

/** A listing whose first piece has arrived. */
export interface OpenedListing {
  listing: Listing;
  pieces: AsyncIterator<Buffer>;
  first: IteratorResult<Buffer>;
}

/** Opens a listing, on a healthy replica if there is one, else on the primary, and waits for its first piece.
 *  If the replica fails before that, the primary is used instead; if it fails later, the listing breaks off.
 *  @param rows as for `openListing`
 *  @throws ServiceError `service_overloaded` */
export async function beginLateListing(
  scope: TenantScope,
  rows: Rows | Sql,
): Promise<OpenedListing> {
  const replica = theReplica();
  const answer = await replica?.attempt((position) =>
    withFirstPiece(
      openListing(scope, rows, {
        pool: replica.listings,
        admit: (client, giveUp) =>
          untilReplayed(
            position,
            async ({ text, values }) => (await client.query(text, [...values])).rows[0] ?? null,
            giveUp,
          ),
      }),
    ),
  );
  return answer ? answer.value : withFirstPiece(openListing(scope, rows));
}

async function withFirstPiece(opening: Promise<Listing>): Promise<OpenedListing> {
  const listing = await opening;
  const pieces: AsyncIterator<Buffer> = listing.rows[Symbol.asyncIterator]();
  try {
    return { listing, pieces, first: await pieces.next() };
  } catch (error) {
    await listing.close();
    throw error;
  }
}
