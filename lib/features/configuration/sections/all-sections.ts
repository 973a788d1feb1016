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

/** Sections of an environment. Each refers only to things of sections before it, so that things are created
 *  in this order and removed in the reverse order. */
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
