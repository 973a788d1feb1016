import { accessPaths } from "@/lib/contract/access-paths";
import { accountSecurityPaths } from "@/lib/contract/account-security-paths";
import { appPaths } from "@/lib/contract/app-paths";
import { auditPaths } from "@/lib/contract/audit-paths";
import { campaignPaths } from "@/lib/contract/campaign-paths";
import { descriptionPaths } from "@/lib/contract/description-paths";
import { enrolmentPaths } from "@/lib/contract/enrolment-paths";
import { entitlementPolicyPaths } from "@/lib/contract/entitlement-policy-paths";
import { externalPrincipalPaths } from "@/lib/contract/external-principal-paths";
import { identityBindingPaths } from "@/lib/contract/identity-binding-paths";
import {
  identitySourcePaths,
  operatorIdentitySourcePaths,
} from "@/lib/contract/identity-source-paths";
import { installationPaths } from "@/lib/contract/installation-paths";
import { loginPaths } from "@/lib/contract/login-paths";
import type { Operation } from "@/lib/contract/operation";
import { operatorPaths } from "@/lib/contract/operator-paths";
import { organizationPaths } from "@/lib/contract/organization-paths";
import { packagePaths } from "@/lib/contract/package-paths";
import { rolePaths } from "@/lib/contract/role-paths";
import { sessionPaths } from "@/lib/contract/session-paths";
import { userPaths } from "@/lib/contract/user-paths";
import { workspacePaths } from "@/lib/contract/workspace-paths";

/** Every operation of the JSON planes. */
export const operations: readonly Operation[] = [
  ...loginPaths,
  ...sessionPaths,
  ...accountSecurityPaths,
  ...userPaths,
  ...organizationPaths,
  ...workspacePaths,
  ...rolePaths,
  ...packagePaths,
  ...appPaths,
  ...entitlementPolicyPaths,
  ...accessPaths,
  ...enrolmentPaths,
  ...installationPaths,
  ...campaignPaths,
  ...identitySourcePaths,
  ...externalPrincipalPaths,
  ...identityBindingPaths,
  ...operatorPaths,
  ...operatorIdentitySourcePaths,
  ...auditPaths,
  ...descriptionPaths,
];
