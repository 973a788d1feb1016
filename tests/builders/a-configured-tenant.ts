import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { changeBranding } from "@/lib/core/branding/change-branding";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { changeIdentitySource } from "@/lib/core/external-identities/change-identity-source";
import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anIdentitySource } from "@/tests/builders/an-identity-source";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The slug of the organization that an override of a configured tenant names. */
export const OVERRIDDEN = "initech-overridden";

/** A tenant with a value for everything that a configuration file can hold, and no field at its default. */
export async function aConfiguredTenant(): Promise<
  TestEnvironment & { others: TestEnvironment[] }
> {
  const acme = await aTenant({ name: "Acme", environments: ["production", "staging"] });
  await changeSecurityPolicy(acme, {
    ...{ idleTimeoutMinutes: 61, absoluteTimeoutMinutes: 721, loginOtp: "always" },
    ...{ trustedDeviceDays: 7, trustedDeviceEmail: false, passwordMinLength: 15 },
    ...{ lockoutThreshold: 9, lockoutWindowMinutes: 11, lockoutDurationMinutes: 12 },
    ...{ stepUpMaxAgeSeconds: 301, allowedFactors: ["totp", "passkey"], factorGraceDays: 3 },
    emailOtpBesideFactors: true,
    administratorsRequireFactor: true,
  });
  await changeBranding(acme, {
    ...{ displayName: "Acme Works", color: "#1d4ed8", logo: PIXEL },
    supportUrl: "mailto:help@acme.example",
    termsUrl: "https://acme.example/terms",
    privacyUrl: "https://acme.example/privacy",
  });
  await changeRelyingParty(acme, { id: "acme.example", origins: ["https://app.acme.example"] });
  await changePreviousSystem(acme, { url: "https://old.acme.example/check", isEnabled: true });
  await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" });
  const reports = await anApp(acme, {
    ...{ key: "reports", name: "Reports", packagePolicy: "listed" },
    ...{ allowedOrganizationTypes: ["enterprise"], requiredEntitlements: ["reports"] },
  });
  const retired = await anApp(acme, { key: "retired", name: "Retired" });
  await setAppStatus(acme, retired.id, "disabled");
  await aRole(acme, {
    key: "analyst",
    name: "Analyst",
    description: "Reads",
    appIds: [reports.id],
  });
  await aRole(acme, { key: "member", name: "Member", isSystem: true });
  const pro = await aPackage(acme, {
    ...{ key: "pro", name: "Pro", status: "inactive", entitlements: ["reports", "api"] },
    appIds: [reports.id, retired.id],
  });
  const { id: organizationId } = await anOrganization(acme, { slug: OVERRIDDEN });
  await changeEntitlementPolicy(acme, {
    mode: "observe",
    defaultPackageId: pro.id,
    overrides: [{ organizationId, entitlement: "api", effect: "deny" }],
  });
  await anOidcClient(acme, {
    ...{ key: "portal", name: "Portal", appId: reports.id, firstParty: false },
    ...{ backchannelLogoutUri: "https://portal.acme.example/out" },
    allowedScopes: ["organizations", "permissions"],
    deviceAuthorization: true,
    refreshGraceSeconds: 0,
  });
  await anOidcClient(acme, {
    ...{ name: "Native app", type: "public", redirectUris: ["com.acme.app:/callback"] },
    postLogoutRedirectUris: [],
  });
  const { publicJwk } = await aClientKey();
  await anOidcClient(acme, { name: "Bank", profile: "fapi2", jwks: { keys: [publicJwk] } });
  await anOidcClient(acme, {
    ...{ name: "Insurer", profile: "fapi2", jwksUri: "https://insurer.acme.example/keys" },
    idTokenSignedResponseAlg: "EdDSA",
  });
  const source = await anIdentitySource(acme, {
    ...{ issuer: "https://login.acme.example", jwksUri: "https://login.acme.example/keys" },
    ...{ audiences: ["b", "a"], attributeMapping: { department: "dept" } },
  });
  await changeIdentitySource(acme, source.id, { status: "disabled" });
  return acme;
}
