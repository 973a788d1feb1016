import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { POST as parRoute } from "@/app/oauth/par/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { POST as userinfoRoute } from "@/app/oauth/userinfo/route";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import { aProof, prove, sendProof } from "@/tests/support/dpop-client";

interface More {
  at?: "token" | "userinfo" | "authorize";
  headers?: Record<string, string>;
}

async function redeemInAnotherProcess(
  form: Record<string, string>,
  more: More = {},
): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/redeem-once.ts"],
    {
      env: { ...process.env, REDEMPTION: JSON.stringify({ times: 10, form, ...more }) },
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout) as number[];
}

test("two processes that redeem one code twenty times at once succeed once, and one refresh token five times more, if the client has a grace", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const user = await aUser(acme);
  const proof = { client_id: client.clientId, client_secret: client.clientSecret };
  const strict = await anOidcClient(acme, { refreshGraceSeconds: 0 });
  const tokens = await exchangeCode(strict, await signIn(new Browser(), strict, user.id));
  const signedIn = await signIn(new Browser(), client, user.id);
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  for (const [form, times] of [
    [
      {
        ...proof,
        grant_type: "authorization_code",
        code: signedIn.callback.searchParams.get("code") ?? "",
        redirect_uri: client.redirectUri,
        code_verifier: signedIn.verifier,
      },
      1,
    ],
    [{ ...proof, grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" }, 6],
    [
      {
        ...{ client_id: strict.clientId, client_secret: strict.clientSecret },
        grant_type: "refresh_token",
        refresh_token: tokens.body.refresh_token ?? "",
      },
      1,
    ],
  ] as const) {
    const both = await Promise.all([redeemInAnotherProcess(form), redeemInAnotherProcess(form)]);
    const statuses = both.flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(times);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20 - times);
  }
}, 90_000);

test("two processes accept a nonce of a third one, and one of twenty parallel copies of a proof", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme, { type: "public" });
  const user = await aUser(acme);
  const key = await aClientKey();
  const { callback, verifier } = await signIn(new Browser(), client, user.id);
  const form = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    client_id: client.clientId,
  };
  const { body } = await prove(tokenRoute, { path: "/oauth/token", key, form });
  const request = { path: "/oauth/userinfo", key, token: body.access_token ?? "" };
  const { nonce = "" } = await sendProof(userinfoRoute, request, await aProof(request));
  const dpop = await aProof({ ...request, nonce });
  const more = {
    at: "userinfo" as const,
    headers: { dpop, authorization: `DPoP ${request.token}` },
  };
  const both = await Promise.all([
    redeemInAnotherProcess({}, more),
    redeemInAnotherProcess({}, more),
  ]);
  const statuses = both.flat();
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(19);
}, 90_000);

test("a pushed request that a browser sends to two processes twenty times at once gives one code", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const user = await aUser(acme);
  const browser = new Browser();
  await signIn(browser, client, user.id);
  const verifier = randomBytes(32).toString("base64url");
  const pushed = await browser.go(parRoute, "/oauth/par", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      response_type: "code",
      redirect_uri: client.redirectUri,
      scope: "openid",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }).toString(),
  });

  const { request_uri } = (await pushed.json()) as { request_uri: string };
  const form = { client_id: client.clientId, request_uri };
  const headers = { cookie: browser.cookiesFor("/oauth/authorize") };
  const more = { at: "authorize" as const, headers };
  const both = await Promise.all([
    redeemInAnotherProcess(form, more),
    redeemInAnotherProcess(form, more),
  ]);
  expect(both.flat().filter((status) => status === 200)).toHaveLength(1);
}, 90_000);
