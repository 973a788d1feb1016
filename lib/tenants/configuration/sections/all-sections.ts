import type { Section } from "@/lib/tenants/configuration/section";
import { appsSection } from "@/lib/tenants/configuration/sections/apps-section";
import { entitlementPolicySection } from "@/lib/tenants/configuration/sections/entitlement-policy-section";
import { environmentSection } from "@/lib/tenants/configuration/sections/environment-section";
import { identitySourcesSection } from "@/lib/tenants/configuration/sections/identity-sources-section";
import { oidcClientsSection } from "@/lib/tenants/configuration/sections/oidc-clients-section";
import { organizationTypesSection } from "@/lib/tenants/configuration/sections/organization-types-section";
import { packagesSection } from "@/lib/tenants/configuration/sections/packages-section";
import { passkeysSection } from "@/lib/tenants/configuration/sections/passkeys-section";
import { previousSystemSection } from "@/lib/tenants/configuration/sections/previous-system-section";
import { rolesSection } from "@/lib/tenants/configuration/sections/roles-section";

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
