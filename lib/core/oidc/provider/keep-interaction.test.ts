import pg from "pg";
import { expect, test, vi } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, pkce } from "@/tests/support/browser";

test("a new sign-in is stored while a server of the previous release is connected, and afterwards only in its browser", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const begin = () => new Browser().go(authorizeRoute, authorizeUrl(client, pkce().challenge));
  const stored = () =>
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oidcPayload.count({ where: { model: "Interaction" } }),
    );
  // That release gave its connections no name.
  const earlier = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await earlier.connect();
  await begin();
  expect(await stored()).toBe(1);
  await earlier.end();
  // The check runs once in five seconds.
  await vi.waitFor(
    async () => {
      const before = await stored();
      await begin();
      expect(await stored()).toBe(before);
    },
    { timeout: 15_000, interval: 1_000 },
  );
});
