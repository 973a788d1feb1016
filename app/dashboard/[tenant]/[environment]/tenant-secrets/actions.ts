"use server";

import { newSecretAction, revokeSecretAction } from "@/app/dashboard/_request/secret-actions";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { revokeTenantSecret } from "@/lib/core/tenants/revoke-tenant-secret";

/** Creates a tenant secret. */
export const createTenantSecretAction = newSecretAction(createTenantSecret);

/** Revokes a tenant secret. Without any, every request-time call of the environment fails. */
export const revokeTenantSecretAction = revokeSecretAction(revokeTenantSecret, async () =>
  (await wordsOf("connections")).t("tenantSecrets.revoked"),
);
