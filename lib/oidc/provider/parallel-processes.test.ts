import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";

async function redeemInAnotherProcess(form: Record<string, string>): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/redeem-once.ts"],
    {
      env: { ...process.env, REDEMPTION: JSON.stringify({ times: 10, form }) },
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout) as number[];
}

test("two processes that redeem one code, or one refresh token, twenty times at once succeed once", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const user = await aUser(acme);
  const proof = { client_id: client.clientId, client_secret: client.clientSecret };
  const signedIn = await signIn(new Browser(), client, user.id);
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  for (const form of [
    {
      ...proof,
      grant_type: "authorization_code",
      code: signedIn.callback.searchParams.get("code") ?? "",
      redirect_uri: client.redirectUri,
      code_verifier: signedIn.verifier,
    },
    { ...proof, grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" },
  ]) {
    const both = await Promise.all([redeemInAnotherProcess(form), redeemInAnotherProcess(form)]);
    const statuses = both.flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  }
}, 90_000);
