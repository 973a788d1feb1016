import { unknownApps } from "@/lib/core/apps/app-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** @throws ServiceError `unprocessable` that names the ids which are no apps of the environment */
export async function assertKnownApps(db: Queryable, appIds: readonly string[]): Promise<void> {
  const unknown = await unknownApps(db, appIds);
  if (unknown.length > 0)
    throw new ServiceError("unprocessable", {
      detail: `app_ids: ${unknown.slice(0, 10).join(", ")} names no app of this environment.`,
      says: { name: "appUnknown" },
    });
}
