import { findApp } from "@/lib/core/apps/app-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import { insertEnrolmentToken } from "@/lib/core/enrolment/enrolment-token-store";
import { findWorkspace } from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { hashSecret, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewEnrolmentToken {
  name: string;
  appId: string;
  organizationId?: string | null | undefined;
  notBefore?: Date | null | undefined;
  expiresAt?: Date | null | undefined;
  maxUses?: number | null | undefined;
  /** Defaults to the service's own budget. */
  perMinute?: number | undefined;
}

/** Issues an enrolment token. Its permissions are frozen from here on; only this response contains the
 *  token.
 *  @throws ServiceError `enrolment_app_invalid`, `enrolment_workspace_invalid` for an app or organization
 *  that is not in the environment or is disabled; `unprocessable` for a window that never opens */
export function issueEnrolmentToken(
  caller: Caller,
  input: NewEnrolmentToken,
): Promise<EnrolmentToken & { token: string }> {
  const { notBefore = null, expiresAt = null, organizationId = null, maxUses = null } = input;
  assertWindow(notBefore, expiresAt);
  const token = newSecret("aen_");
  return inTransaction(caller, async (db) => {
    await assertPlace(db, input.appId, organizationId);
    const stored = await insertEnrolmentToken(db, {
      name: input.name,
      appId: input.appId,
      organizationId,
      notBefore,
      expiresAt,
      maxUses,
      perMinute: input.perMinute ?? config().limits.enrolmentRedemptions,
      secretHash: hashSecret(token),
      hint: secretHint(token),
    });
    await recordAuditEvent(db, {
      kind: "enrolment_token.issued",
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "enrolment_token", id: stored.id, name: stored.name },
        { type: "app", id: stored.appId },
        ...(organizationId ? [{ type: "organization", id: organizationId }] : []),
      ],
      metadata: { maxUses, perMinute: stored.perMinute },
    });
    return { ...stored, token };
  });
}

function assertWindow(notBefore: Date | null, expiresAt: Date | null): void {
  if (!expiresAt) return;
  if (expiresAt <= now())
    throw new ServiceError("unprocessable", {
      detail: "expires_at: must be in the future.",
      says: { name: "expiryPast" },
    });
  if (notBefore && expiresAt <= notBefore)
    throw new ServiceError("unprocessable", {
      detail: "expires_at: must be after not_before.",
      says: { name: "expiryBeforeStart" },
    });
}

async function assertPlace(
  db: Queryable,
  appId: string,
  organizationId: string | null,
): Promise<void> {
  const app = await findApp(db, appId);
  if (app?.status !== "active")
    throw new ServiceError("enrolment_app_invalid", {
      detail: "app_id: names no active app of this environment.",
      says: { name: "activeAppUnknown" },
    });
  if (organizationId === null) return;
  const workspace = await findWorkspace(db, organizationId);
  if (workspace?.status !== "active")
    throw new ServiceError("enrolment_workspace_invalid", {
      detail: "organization_id: names no active organization of this environment.",
      says: { name: "activeOrganizationUnknown" },
    });
}
