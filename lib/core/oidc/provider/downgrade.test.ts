import { createHash } from "node:crypto";
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

test("a code is worthless without its verifier, or with the challenge instead", async () => {
  const user = await aUser(acme);
  for (const type of ["public", "confidential"] as const) {
    const client = await anOidcClient(acme, { type });
    for (const proof of [
      (): Record<string, string> => ({}),
      (verifier: string): Record<string, string> => ({
        code_verifier: createHash("sha256").update(verifier).digest("base64url"),
      }),
    ]) {
      const { callback, verifier } = await signIn(new Browser(), client, user.id);
      const answer = await tokenRequest(client, {
        grant_type: "authorization_code",
        code: callback.searchParams.get("code") ?? "",
        redirect_uri: client.redirectUri,
        ...proof(verifier),
      });
      expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    }
  }
});

test("an ID token signed with a key of the attacker's ends no session", async () => {
  const client = await anOidcClient(acme);
  const browser = new Browser();
  const user = await aUser(acme);
  const { body } = await exchangeCode(client, await signIn(browser, client, user.id));
  const claims = await verifiedClaims(body.id_token ?? "", client.clientId);
  const rsa = (await publicKeys()).find((key) => key.alg === "RS256") as JWK;
  const published = (await importJWK(rsa, "RS256")) as CryptoKey;
  const mine = await generateKeyPair("RS256");
  const kid = rsa.kid ?? "";
  const jku = "https://attacker.example/jwks";
  const sign = (header: Record<string, unknown>, key: CryptoKey | Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(key);
  const pem = new TextEncoder().encode(await exportSPKI(published));
  for (const forged of [
    await sign({ alg: "HS256" }, pem),
    await sign({ alg: "HS256" }, new TextEncoder().encode(JSON.stringify(rsa))),
    await sign({}, mine.privateKey),
    await sign({ jku, x5u: jku }, mine.privateKey),
    await sign({ jwk: { kty: rsa.kty, n: rsa.n, e: rsa.e } }, mine.privateKey),
  ]) {
    const response = await browser.go(logoutRoute, `/oauth/logout?id_token_hint=${forged}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  }
});

test("userinfo without a token answers with the scheme and no error", async () => {
  for (const method of ["GET", "POST"]) {
    const request = new Request(`${config().baseUrl}/oauth/userinfo`, { method });
    const response = await userinfoRoute(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.text()).toBe("");
  }
});

test("userinfo answers every malformed Authorization header with 401", async () => {
  for (const authorization of [
    ...[
      "",
      "Bearer",
      "Bearer ",
      "Bearer \t",
      "Bearer a b",
      "Bearer ====",
      "Basic eDp5",
      "Bearer %00",
    ],
    ...["Bearer e30.e30.", `Bearer ${"x".repeat(5000)}`, "Bearer a, Bearer b", "DPoP x", "\u00ff"],
  ]) {
    const request = new Request(`${config().baseUrl}/oauth/userinfo`, {
      headers: { authorization },
    });
    const response = await userinfoRoute(request, { params: Promise.resolve({}) });
    expect(response.status, authorization).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("Bearer");
  }
});
