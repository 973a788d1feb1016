import { POST as tokenRoute } from "@/app/oauth/token/route";
import type { ClientKey } from "@/tests/builders/a-client-key";
import type { TestProduct } from "@/tests/builders/a-product";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signIn } from "@/tests/support/browser";
import { prove } from "@/tests/support/dpop-client";

/** Tokens of a public relying party that are bound to the key, after a sign-in at the service's own pages. */
export async function tokensBoundTo(
  key: ClientKey,
  product: TestProduct,
  userId = product.person.id,
): Promise<Record<string, string>> {
  const client = await anOidcClient(product.tenant, { type: "public" });
  const { callback, verifier } = await signIn(new Browser(), client, userId);
  const form = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    client_id: client.clientId,
  };
  return (await prove(tokenRoute, { path: "/oauth/token", key, form })).body;
}
