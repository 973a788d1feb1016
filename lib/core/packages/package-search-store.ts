import type { PackageFields } from "@/lib/core/packages/package";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byKey, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, sql } from "@/lib/kernel/db/queryable";

/** A package as a list shows one. */
export interface FoundPackage extends PackageFields {
  id: string;
  /** Names of the apps it lists. */
  apps: string[];
  /** Number of organizations that have it. */
  organizations: number;
}

/** Returns a page of the environment's packages by key: those whose key or name holds every word of the
 *  query. */
export function searchPackages(db: Queryable, browse: Browse): Promise<Page<FoundPackage>> {
  return readListPage<FoundPackage>(db, browse, {
    columns: sql`x.id, x.key, x.name, x.status, x.entitlements,
      ARRAY(SELECT a.name FROM package_apps pa JOIN apps a ON a.id = pa.app_id
        WHERE pa.package_id = x.id ORDER BY a.name) AS apps,
      (SELECT count(*) FROM workspaces w
        WHERE w.environment_id = x.environment_id AND w.package_id = x.id) AS organizations`,
    tables: sql`packages x`,
    text: sql`(x.key || ' ' || x.name)`,
    order: byKey(browse),
  });
}
