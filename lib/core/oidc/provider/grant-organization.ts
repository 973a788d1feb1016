import type Provider from "oidc-provider";

/** Has grants keep the organization that an authorization asked for. Each refresh has to know it again, and the grant
 *  lives as long as its refresh tokens. */
export function keepOrganizationInGrants(provider: Provider): void {
  const inPayload: unknown = Reflect.get(provider.Grant, "IN_PAYLOAD");
  if (!Array.isArray(inPayload)) throw new Error("The provider's grants changed their shape");
  Object.defineProperty(provider.Grant, "IN_PAYLOAD", {
    get: () => [...inPayload, "organizationId"],
  });
}

/** The organization a grant was made for, or null when none was named. */
export function organizationOf(grant: object | undefined): string | null {
  const value: unknown = grant && Reflect.get(grant, "organizationId");
  return typeof value === "string" ? value : null;
}

/** Keeps in a grant for which organization it is. */
export function setOrganization(grant: object, organizationId: string | null): void {
  if (organizationId !== null) Reflect.set(grant, "organizationId", organizationId);
}
