import {
  type FailingDelivery,
  findFailingDeliveries,
  findFailingDelivery,
} from "@/lib/core/operators/delivery-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** One that was given up is shown for this long. */
const SHOWN_DAYS = 7;
/** A relying party that is away fails at every sign-out: the newest tell what is wrong. */
const AT_MOST = 500;

/** Back-channel logouts over all tenants that do not get through: those that will be tried again, and those
 *  given up in the last seven days. The newest 500. */
export async function listFailingDeliveries(): Promise<FailingDelivery[]> {
  const platform = await readPlatform();
  if (!platform) return [];
  return inTransaction(platform, (db) => findFailingDeliveries(db, shownSince(), AT_MOST));
}

/** One of those that `listFailingDeliveries` shows.
 *  @throws ServiceError `missing` for any other, one that has arrived meanwhile among them */
export async function readFailingDelivery(id: string): Promise<FailingDelivery> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  const found = await inTransaction(platform, (db) =>
    findFailingDelivery(db, shownSince(), AT_MOST, id),
  );
  if (!found) throw missing();
  return found;
}

const shownSince = () => minutesAfter(now(), -SHOWN_DAYS * 24 * 60);
