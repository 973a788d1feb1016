import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { CallerKind } from "@/lib/core/http/callers";
import { resolveInstallation } from "@/lib/core/installations/installation-store";
import { signInstallationToken } from "@/lib/core/installations/installation-token";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOperatorToken } from "@/tests/builders/an-operator-token";

/** Returns the header lines that authenticate each kind of caller, with all scopes. */
export async function everyCaller(): Promise<Record<CallerKind, string[]>> {
  const acme = await aTenant();
  const found = await resolveInstallation((await anInstallation(acme)).id);
  if (!found) throw new Error("There is no such installation");
  const bearer = (token: string) => [`Authorization: Bearer ${token}`];
  const machine = bearer(await aMachineToken(acme, [...managementScopes, ...runtimeScopes]));
  const operator = bearer(await anOperatorToken());
  return {
    ...{ machine, tenant_or_machine: machine, operator, tenant_operator: operator, anyone: [] },
    tenant: [...bearer(acme.tenantSecret), `X-Tenant-Id: ${acme.publicId}`],
    installation: bearer(await signInstallationToken(found, "installations:report", new Date())),
  };
}
