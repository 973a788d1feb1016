import { accessPaths } from "@/lib/contract/access-paths";
import { accountSecurityPaths } from "@/lib/contract/account-security-paths";
import { appPaths } from "@/lib/contract/app-paths";
import { auditPaths } from "@/lib/contract/audit-paths";
import { descriptionPaths } from "@/lib/contract/description-paths";
import { entitlementPolicyPaths } from "@/lib/contract/entitlement-policy-paths";
import { loginPaths } from "@/lib/contract/login-paths";
import type { Operation } from "@/lib/contract/operation";
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
  ...auditPaths,
  ...descriptionPaths,
];
