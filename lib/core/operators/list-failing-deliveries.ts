import {
  type FailingDelivery,
  findFailingDeliveries,
  findFailingDelivery,
} from "@/lib/core/operators/delivery-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Days for which an abandoned delivery is listed. */
const SHOWN_DAYS = 7;
/** Maximum of listed deliveries. An unreachable relying party fails at every sign-out: the newest show
 *  what is wrong. */
const AT_MOST = 500;

/** Lists back-channel logouts of all tenants that have not arrived: those that will be retried, and those
 *  abandoned in the last seven days. The newest 500. */
export async function listFailingDeliveries(): Promise<FailingDelivery[]> {
  const platform = await readPlatform();
  if (!platform) return [];
  return inTransaction(platform, (db) => findFailingDeliveries(db, shownSince(), AT_MOST));
}

/** Returns one of the deliveries that `listFailingDeliveries` lists.
 *  @throws ServiceError `missing` for any other, including one that has arrived meanwhile */
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
