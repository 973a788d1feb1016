import "@/tests/support/issuer-port";

import { createRelyingParty } from "@atrium/client/oidc";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signInAt } from "@/tests/support/browser";
import { aWholeService } from "@/tests/support/whole-service";

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
}, 120_000);
afterAll(() => service.stop());

const partyOf = ({ clientId, clientSecret, redirectUri }: TestOidcClient) =>
  createRelyingParty({
    baseUrl: product.settings.baseUrl,
    clientId,
    ...(clientSecret ? { clientSecret } : {}),
    redirectUri,
  });

async function cameBack(party: ReturnType<typeof partyOf>) {
  const { url, pending } = await party.begin();
  const { callback } = await signInAt(new Browser(), url, product.person.id);
  return { callback, pending };
}

test.each(["confidential", "public"] as const)(
  "a %s client signs a user in, and refreshes",
  async (type) => {
    const party = partyOf(await anOidcClient(product.tenant, { type }));
    const { callback, pending } = await cameBack(party);
    const tokens = await party.finish(callback, pending);
    expect(tokens.claims).toMatchObject({ sub: product.person.id, email: product.person.email });
    const fresh = await party.refresh(tokens);
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    expect(fresh.claims.sub).toBe(product.person.id);
    const goodbye = new URL(party.endSessionUrl(fresh, "https://rp.example.com/bye"));
    expect(goodbye.pathname).toBe("/oauth/logout");
    expect(goodbye.searchParams.get("id_token_hint")).toBe(fresh.idToken);
  },
);

test("an answer for another browser, from another service or without a request is refused", async () => {
  const party = partyOf(await anOidcClient(product.tenant));
  const { callback, pending } = await cameBack(party);
  const changed = (name: string, value: string | null) => {
    const url = new URL(callback);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url;
  };
  const mine = (await party.begin()).pending;
  await expect(party.finish(callback, mine)).rejects.toThrow(/not begun here/);
  await expect(party.finish(changed("state", null), pending)).rejects.toThrow(/not begun here/);
  await expect(party.finish(changed("iss", "https://other.example"), pending)).rejects.toThrow(
    /another/,
  );
  await expect(party.finish(changed("iss", null), pending)).rejects.toThrow(/another/);
  await expect(party.finish(changed("code", null), pending)).rejects.toThrow(/refused/);
  await expect(
    party.finish(callback, { ...pending, verifier: mine.verifier }),
  ).rejects.toMatchObject({
    code: "invalid_grant",
  });
});

test("an ID token for another sign-in of the same client is refused", async () => {
  const party = partyOf(await anOidcClient(product.tenant));
  const { callback, pending } = await cameBack(party);
  await expect(party.finish(callback, { ...pending, nonce: "another" })).rejects.toThrow(
    /not for this/,
  );
});

test("a code works once", async () => {
  const party = partyOf(await anOidcClient(product.tenant));
  const { callback, pending } = await cameBack(party);
  await party.finish(callback, pending);
  await expect(party.finish(callback, pending)).rejects.toMatchObject({ code: "invalid_grant" });
});

test.each(["confidential", "public"] as const)("a %s client revokes its tokens", async (type) => {
  const party = partyOf(await anOidcClient(product.tenant, { type }));
  const { callback, pending } = await cameBack(party);
  const tokens = await party.finish(callback, pending);
  await party.revoke(tokens);
  await expect(party.refresh(tokens)).rejects.toMatchObject({ status: 400 });
});
