import { holdPackage } from "@/lib/core/packages/package-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** @throws ServiceError `unprocessable` for a package that the environment does not have */
export async function assertPackage(db: Queryable, id: string | null | undefined): Promise<void> {
  if (id && !(await holdPackage(db, id)))
    throw new ServiceError("unprocessable", {
      detail: "package_id: names no package of this environment.",
      says: { name: "packageUnknown" },
    });
}
