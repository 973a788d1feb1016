import type { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { managementScopes, runtimeScopes, type Scope } from "@/lib/core/credentials/scopes";
import type { CallerKind } from "@/lib/core/http/callers";
import { config } from "@/lib/kernel/config/config";

/** Adds the ways in which callers authenticate to the description. */
export function registerSecuritySchemes(registry: OpenAPIRegistry): void {
  const scopes = Object.fromEntries(
    [...managementScopes, ...runtimeScopes].map((scope) => [scope, scope]),
  );
  const bearer = (name: string, description: string) =>
    registry.registerComponent("securitySchemes", name, {
      type: "http",
      scheme: "bearer",
      description,
    });
  registry.registerComponent("securitySchemes", "machineToken", {
    type: "oauth2",
    description:
      "A machine token, from the credential's client_id (`ac_…`) and client_secret (`as_…`). Lives 15 minutes; cache it.",
    flows: { clientCredentials: { tokenUrl: `${config().baseUrl}/oauth/token`, scopes } },
  });
  registry.registerComponent("securitySchemes", "tenantId", {
    type: "apiKey",
    in: "header",
    name: "X-Tenant-Id",
    description: "The tenant's id (`atr_…`), together with its secret.",
  });
  bearer("tenantSecret", "The tenant secret (`alcs_…`), together with X-Tenant-Id.");
  bearer(
    "installationToken",
    "An installation's token, from /oauth/token by private_key_jwt. Lives 15 minutes.",
  );
  bearer(
    "operatorToken",
    "An operator token (`aop_…`), made by the command line for all of the installation or for the configuration of one tenant.",
  );
  bearer("userAccessToken", "An access token of the authorization code grant.");
  registry.registerComponent("securitySchemes", "clientBasic", {
    type: "http",
    scheme: "basic",
    description: "client_id and client_secret of a confidential client or a machine credential.",
  });
}

/** Security requirement of an operation. */
export function securityOf(caller: CallerKind, scopes: Scope[]): Record<string, string[]>[] {
  const machine = { machineToken: scopes };
  const tenant = { tenantId: [], tenantSecret: [] };
  const requirements: Record<CallerKind, Record<string, string[]>[]> = {
    machine: [machine],
    tenant: [tenant],
    tenant_or_machine: [tenant, machine],
    installation: [{ installationToken: [] }],
    operator: [{ operatorToken: [] }],
    tenant_operator: [{ operatorToken: [] }],
    anyone: [],
  };
  return requirements[caller];
}
