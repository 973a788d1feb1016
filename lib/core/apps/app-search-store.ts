import type { App } from "@/lib/core/apps/app";
import { type Browse, PAGE_ROWS, type Page } from "@/lib/kernel/db/keyset-page";
import { byKey, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** An app as a list shows one. */
export interface FoundApp extends App {
  /** Number of roles that reach it. */
  roles: number;
}

/** Returns a page of the environment's apps: those whose key or name holds every word of the query. */
export function searchApps(db: Queryable, browse: Browse): Promise<Page<FoundApp>> {
  return readListPage<FoundApp>(db, browse, {
    columns: sql`x.id, x.key, x.name, x.status, x.package_policy, x.allowed_organization_types,
      x.required_entitlements, (SELECT count(*) FROM role_apps ra WHERE ra.app_id = x.id) AS roles`,
    tables: sql`apps x`,
    text: sql`(x.key || ' ' || x.name)`,
    order: byKey(browse),
  });
}

/** A role or package that names an app, as a link shows it. */
export interface AppUse {
  id: string;
  name: string;
}

/** Lists the roles that reach an app and the packages that list it, the first fifty of each by name. */
export async function listAppUses(
  db: Queryable,
  appId: string,
): Promise<{ roles: AppUse[]; packages: AppUse[] }> {
  const [roles, packages] = await Promise.all([
    db.query(read<AppUse>`SELECT r.id, r.name FROM roles r
      WHERE r.environment_id = ${db.environmentId}::uuid
        AND EXISTS (SELECT FROM role_apps ra WHERE ra.role_id = r.id AND ra.app_id = ${appId}::uuid)
      ORDER BY r.name LIMIT ${PAGE_ROWS}`),
    db.query(read<AppUse>`SELECT k.id, k.name FROM packages k
      WHERE k.environment_id = ${db.environmentId}::uuid
        AND EXISTS (SELECT FROM package_apps pa WHERE pa.package_id = k.id AND pa.app_id = ${appId}::uuid)
      ORDER BY k.name LIMIT ${PAGE_ROWS}`),
  ]);
  return { roles, packages };
}
