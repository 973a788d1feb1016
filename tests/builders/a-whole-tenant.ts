import { randomUUID } from "node:crypto";
import { ingestAuditEvent } from "@/lib/core/audit/ingest-audit-event";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { confirmCampaign } from "@/lib/core/campaigns/confirm-campaign";
import { previewCampaign } from "@/lib/core/campaigns/preview-campaign";
import { spendSubjectToken } from "@/lib/core/external-identities/exchanged-token-store";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import type { User } from "@/lib/core/users/user";
import { createSigningSecret } from "@/lib/features/migration/previous-system/create-signing-secret";
import { holdTenant } from "@/lib/features/retention/tenant-retention";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aConfiguredTenant } from "@/tests/builders/a-configured-tenant";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { aBinding } from "@/tests/builders/an-identity-source";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import { Authenticator } from "@/tests/support/authenticator";
import { addPasskey, addTotp } from "@/tests/support/call-factors";

/** A user with a password and an authenticator app. */
export interface UserWithApp {
  user: User;
  /** Of the app, in base 32. */
  secret: string;
}

export interface WholeTenant {
  acme: TestEnvironment & { others: TestEnvironment[] };
  /** A confidential relying party. */
  client: TestOidcClient;
  /** Two users who each have a password and an app: a code of one step works once. */
  ada: UserWithApp;
  grace: UserWithApp;
}

/** Makes a tenant with rows in every table that an archive carries, and in tables that it leaves out. */
export async function aWholeTenant(): Promise<WholeTenant> {
  const acme = await aConfiguredTenant();
  const [ada, grace] = [
    await aUserWithApp(acme, "Ada Łovelace"),
    await aUserWithApp(acme, "グレース"),
  ];
  await createSigningSecret(acme);
  const { id: withPasskey } = await aUser(acme);
  await addPasskey(acme, { userId: withPasskey }, new Authenticator("https://app.acme.example"));
  const { id: appId } = await anApp(acme, { key: "agent", name: "Agent" });
  const role = await aRole(acme, { appIds: [appId], permissions: ["reports:read"] });
  const { id: organizationId } = await anOrganization(acme, { slug: "initech" });
  await aMember(acme, { userId: ada.user.id, organizationId, roleId: role.id });
  await confirmedCampaign(acme, appId);
  const { sourceId } = await aBinding(acme, { userId: ada.user.id, subject: "ada" });
  await inTransaction(acme, (db) =>
    spendSubjectToken(db, sourceId, { hash: hashSecret("spent"), expiresAt: inAnHour() }),
  );
  await aTrail(acme, ada.user.id, organizationId);
  const left = await aUser(acme, { displayName: "Left Behind" });
  await deleteUser(acme, left.id);
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  await holdTenant(by, acme.publicId, "Docket 7");
  return { acme, ada, grace, client: await anOidcClient(acme, { name: "Reader" }) };
}

const inAnHour = () => new Date(now().getTime() + 3_600_000);

async function aUserWithApp(acme: TestEnvironment, displayName: string): Promise<UserWithApp> {
  const user = await aUser(acme, { displayName, externalId: randomUUID() });
  const { secret } = await addTotp(acme, { userId: user.id });
  return { user, secret };
}

/** A campaign that reached one installation, which then took the place of the limit. */
async function confirmedCampaign(acme: TestEnvironment, appId: string): Promise<void> {
  await anInstallation(acme, { appId, platform: "linux", version: "1.0.0" });
  const { id } = await aCampaign(acme, { appId });
  await confirmCampaign(acme, id, await previewCampaign(acme, id));
}

/** Events of a product and of sign-ins; one is as old as the trail of a long-lived installation. */
async function aTrail(
  acme: TestEnvironment,
  userId: string,
  organizationId: string,
): Promise<void> {
  const machine = {
    ...acme,
    ...{ credentialId: newId(), tenantPublicId: acme.publicId, scopes: new Set<string>() },
  };
  await ingestAuditEvent(machine, {
    ...{ eventId: randomUUID(), action: "report.exported", occurredAt: now(), organizationId },
    ...{ actor: { type: "user", id: userId }, targets: [], ipAddress: null, userAgent: "Ada/1" },
    metadata: { sizes: [0.1, parseJson("9007199254740993")], text: `a "quoted" \\ line\nand 🦊` },
  });
  await inTransaction(acme, (db) =>
    recordAuditEvent(db, {
      ...{ kind: "login.succeeded", actor: { type: "user", id: userId }, context: noRequest },
      targets: [{ type: "user", id: userId, name: 'Łovelace, "Ada" \\ 🦊' }],
    }),
  );
  await aSession(acme, { userId });
}
