import type { TenantScope } from "@/lib/caller";
import { openUserListing, type UserListing } from "@/lib/users/user-listing-store";

type Batch = Awaited<ReturnType<UserListing["next"]>>;

/** Users fetched and sent at a time: about 200 KiB, which bounds the memory of a listing. */
const BATCH = 500;

/** A reader who takes nothing for this long has gone; the transaction must not stay open for them. */
const STALL_MS = 60_000;

/** Every user of the environment as one JSON document, `{"users":[…]}`, from one consistent snapshot. Memory
 *  does not grow with their number: the next batch is fetched when the reader has taken the one before. The
 *  transaction ends with the last user, when the reader leaves, or when they stall.
 *  @param signal of the request
 *  @throws ServiceError `service_overloaded` */
export async function streamUsers(
  scope: TenantScope,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const listing = await openUserListing(scope);
  // The first batch before the answer begins, so that a failure can still be told as one.
  let first: Batch | null = await listing.next(BATCH).catch(async (error: unknown) => {
    await listing.close();
    throw error;
  });
  const encoder = new TextEncoder();
  let before = '{"users":[';
  const watch = stallWatch(listing, signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.moved();
        const batch = first ?? (await listing.next(BATCH).catch(watch.fail));
        first = null;
        if (batch.json !== null) {
          controller.enqueue(encoder.encode(before + batch.json));
          before = ",";
        }
        if (batch.count === BATCH) return;
        controller.enqueue(encoder.encode(before === "," ? "]}" : `${before}]}`));
        controller.close();
        await watch.end();
      },
      cancel: () => watch.end(),
    },
    { highWaterMark: 1 },
  );
}

/** Closes the listing when nobody reads it any more. A later read then fails, and the reader sees a document
 *  that was cut off, never one that looks whole. */
function stallWatch(listing: UserListing, signal: AbortSignal) {
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    return listing.close();
  };
  let timer = setTimeout(end, STALL_MS).unref();
  signal.addEventListener("abort", end);
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(end, STALL_MS).unref();
  };
  const fail = async (error: unknown): Promise<never> => {
    await end();
    throw error;
  };
  return { end, moved, fail };
}
