import type Provider from "oidc-provider";

/** Stores in grants the organization of the authorization. Each refresh needs it, and the grant lives as long
 *  as its refresh tokens. */
export function keepOrganizationInGrants(provider: Provider): void {
  const inPayload: unknown = Reflect.get(provider.Grant, "IN_PAYLOAD");
  if (!Array.isArray(inPayload)) throw new Error("The provider's grants changed their shape");
  Object.defineProperty(provider.Grant, "IN_PAYLOAD", {
    get: () => [...inPayload, "organizationId"],
  });
}

/** Organization of a grant, or null when none was named. */
export function organizationOf(grant: object | undefined): string | null {
  const value: unknown = grant && Reflect.get(grant, "organizationId");
  return typeof value === "string" ? value : null;
}

/** Sets the organization of a grant. */
export function setOrganization(grant: object, organizationId: string | null): void {
  if (organizationId !== null) Reflect.set(grant, "organizationId", organizationId);
}
