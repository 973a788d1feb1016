import { expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { revokeOidcClient } from "@/lib/oidc/clients/revoke-oidc-client";
import { readEnvironmentProgress } from "@/lib/platform/administrators/environment-progress-store";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

test("an environment's progress is its own: what another tenant made, or what was revoked, is none", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const before = await inTransaction(acme, readEnvironmentProgress);
  expect(before).toMatchObject({ user: false, oidcClient: false });
  await aUser(acme);
  const { id } = await anOidcClient(acme);
  expect(await inTransaction(acme, readEnvironmentProgress)).toMatchObject({
    user: true,
    oidcClient: true,
    app: false,
  });
  expect(await inTransaction(globex, readEnvironmentProgress)).toMatchObject({
    user: false,
    oidcClient: false,
  });
  await revokeOidcClient(acme, id);
  expect(await inTransaction(acme, readEnvironmentProgress)).toMatchObject({ oidcClient: false });
});
