import { pool } from "@/lib/db";
import { publicRoute } from "@/lib/http/public-route";
import { assertReady } from "@/lib/http/readiness";
import { resource } from "@/lib/http/resource";
import { pendingMigrations } from "@/scripts/db/migration-status";

/** The process can do its work; 503 with what is missing otherwise. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => {
    await assertReady(() => pendingMigrations((sql) => pool.query(sql)));
    return Response.json({ status: "ready" });
  }, "outside"),
});
