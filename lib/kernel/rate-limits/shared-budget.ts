import { unscoped } from "@/lib/kernel/db/unscoped";
import { widestNetworkOf } from "@/lib/kernel/process/network";
import { type Bucket, readPointsOf, takePointFrom } from "@/lib/kernel/rate-limits/bucket-store";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import type { Taken } from "@/lib/kernel/rate-limits/rate-limit";

// A budget that all networks share. Until it is used up, every network takes from it. From then on each
// further network has an equal part of as many points again, so that the networks that used it up do not lock
// out others.

/** Takes a point of a shared budget, or of this network's part of it. */
export async function takeSharedPoint(bucket: Bucket, ipAddress: string | null): Promise<Taken> {
  const taken = await takePoint(bucket.budget, bucket.key);
  if (taken.allowed) return taken;
  const part = await partOf(bucket, ipAddress);
  return takePoint(part.budget, part.key);
}

/** Returns this network's part of a shared budget that is used up: an equal one for each network that has
 *  come since, and never less than one point. */
export async function partOf(
  { budget: { name, points, seconds }, key }: Bucket,
  ipAddress: string | null,
): Promise<Bucket> {
  const own = bucketKey(key, widestNetworkOf(ipAddress));
  const known = { budget: { name: `${name}-network`, points, seconds }, key: own };
  const all = { budget: { name: `${name}-networks`, points, seconds }, key };
  const isNew = (await takePointFrom(unscoped, known))?.points === 1;
  const networks = isNew
    ? ((await takePointFrom(unscoped, all))?.points ?? 1)
    : await readPointsOf(unscoped, all);
  const part = Math.max(1, Math.floor(points / Math.max(1, networks)));
  return { budget: { name: `${name}-part`, points: part, seconds }, key: own };
}
