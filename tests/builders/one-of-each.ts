import { randomUUID } from "node:crypto";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aStream } from "@/tests/builders/a-stream";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anAuditEvent } from "@/tests/builders/an-audit-event";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { aBinding } from "@/tests/builders/an-identity-source";
import { anImport } from "@/tests/builders/an-import";
import { anInstallation } from "@/tests/builders/an-installation";

/** One of everything that an id in a path or a body can name, under the names that paths and bodies have
 *  for it. The user is a member of the organization and signed in. */
export async function oneOfEach(environment: TestEnvironment): Promise<Record<string, string>> {
  const { id: appId } = await anApp(environment);
  const { id: roleId } = await aRole(environment, { appIds: [appId] });
  const { id: packageId } = await aPackage(environment);
  const { userId, organizationId } = await aMember(environment, { roleId });
  const session = await aSession(environment, { userId });
  const { sourceId, principalId, bindingId } = await aBinding(environment, { userId });
  const { id: enrolmentTokenId } = await anEnrolmentToken(environment, { appId });
  const { id: installationId } = await anInstallation(environment, { appId });
  const { id: campaignId } = await aCampaign(environment, { appId });
  const { id: typeId } = await createOrganizationType(environment, {
    key: `type-${randomUUID()}`,
    name: "Enterprise",
  });
  const { id: importId } = await anImport(environment);
  const streamId = await aStream(environment);
  const { id: auditEventId } = await anAuditEvent(environment);
  return {
    "user-imports": importId,
    "audit-events": auditEventId,
    stream_id: streamId,
    "organization-types": typeId,
    roles: roleId,
    role_id: roleId,
    packages: packageId,
    package_id: packageId,
    default_package_id: packageId,
    apps: appId,
    app_id: appId,
    app_ids: appId,
    users: userId,
    user_id: userId,
    organizations: organizationId,
    organization_id: organizationId,
    workspaces: organizationId,
    "identity-sources": sourceId,
    source_id: sourceId,
    "external-principals": principalId,
    principal_id: principalId,
    "identity-bindings": bindingId,
    "enrolment-tokens": enrolmentTokenId,
    installations: installationId,
    "installation-campaigns": campaignId,
    session_id: session.id,
    current_session_id: session.accountSessionId,
  };
}
