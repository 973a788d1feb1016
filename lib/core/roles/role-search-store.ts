import type { Role } from "@/lib/core/roles/role";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byKey, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, sql } from "@/lib/kernel/db/queryable";

/** A role as a list shows one. */
export interface FoundRole extends Role {
  /** Names of the apps it reaches. */
  apps: string[];
  /** Number of memberships that hold it. */
  members: number;
}

/** Returns a page of the environment's roles by key: those whose key or name holds every word of the
 *  query. */
export function searchRoles(db: Queryable, browse: Browse): Promise<Page<FoundRole>> {
  return readListPage<FoundRole>(db, browse, {
    columns: sql`x.id, x.key, x.name, x.description, x.permissions, x.is_system, x.created_at, x.updated_at,
      ARRAY(SELECT a.name FROM role_apps ra JOIN apps a ON a.id = ra.app_id
        WHERE ra.role_id = x.id ORDER BY a.name) AS apps,
      (SELECT count(*) FROM memberships m
        WHERE m.environment_id = x.environment_id AND m.role_id = x.id) AS members`,
    tables: sql`roles x`,
    text: sql`(x.key || ' ' || x.name)`,
    order: byKey(browse),
  });
}
