import { expect, test } from "vitest";
import { readEnvironmentProgress } from "@/lib/core/administrators/environment-progress-store";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

test("an environment's progress counts neither other tenants' objects nor revoked ones", async () => {
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
