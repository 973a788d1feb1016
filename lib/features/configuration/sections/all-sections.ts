import type { Section } from "@/lib/features/configuration/section";
import { appsSection } from "@/lib/features/configuration/sections/apps-section";
import { entitlementPolicySection } from "@/lib/features/configuration/sections/entitlement-policy-section";
import { environmentSection } from "@/lib/features/configuration/sections/environment-section";
import { identitySourcesSection } from "@/lib/features/configuration/sections/identity-sources-section";
import { oidcClientsSection } from "@/lib/features/configuration/sections/oidc-clients-section";
import { organizationTypesSection } from "@/lib/features/configuration/sections/organization-types-section";
import { packagesSection } from "@/lib/features/configuration/sections/packages-section";
import { passkeysSection } from "@/lib/features/configuration/sections/passkeys-section";
import { previousSystemSection } from "@/lib/features/configuration/sections/previous-system-section";
import { rolesSection } from "@/lib/features/configuration/sections/roles-section";

/** The sections of an environment. Each names only things of sections before it, so things are made in this order and
 *  removed in the opposite one. */
export const allSections: readonly Section[] = [
  environmentSection,
  passkeysSection,
  previousSystemSection,
  organizationTypesSection,
  appsSection,
  rolesSection,
  packagesSection,
  entitlementPolicySection,
  oidcClientsSection,
  identitySourcesSection,
];
