import type { App, AppPackagePolicy } from "@/lib/core/apps/app";
import { insertApp } from "@/lib/core/apps/app-store";
import { assertKnownTypes } from "@/lib/core/apps/assert-known-types";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates an app in the caller's environment. By default it requires no package and admits every
 *  organization type; no user reaches it until a role includes it.
 *  @throws ServiceError `conflict` when the key is taken in the environment, `unprocessable` for an
 *  organization type that is not configured */
export async function createApp(
  caller: Caller,
  input: { key: string; name: string } & Partial<AppPackagePolicy>,
): Promise<App> {
  try {
    return await inTransaction(caller, async (db) => {
      await assertKnownTypes(db, input.allowedOrganizationTypes ?? []);
      const app = await insertApp(db, {
        packagePolicy: "none",
        allowedOrganizationTypes: [],
        requiredEntitlements: [],
        ...input,
      });
      await recordAuditEvent(db, {
        kind: "app.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "app", id: app.id, name: app.name }],
      });
      return app;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail: "key: another app of this environment has this key.",
      says: { name: "appKeyTaken" },
    });
  }
}
