// One process of several that redeem the same code or refresh token at once:
// `tsx tests/support/redeem-once.ts`, with the token request as JSON in REDEMPTION, or a revocation where it says so. Prints the
// statuses.
import { POST as revoke } from "@/app/oauth/revoke/route";
import { POST as token } from "@/app/oauth/token/route";
import { config } from "@/lib/config/config";
import { openDataKeys } from "@/lib/crypto/data-keys/open-data-keys";

await openDataKeys();

const { times, form, revokes } = JSON.parse(process.env.REDEMPTION ?? "{}") as {
  times: number;
  revokes?: boolean;
  form: Record<string, string>;
};

async function redeem(): Promise<number> {
  const request = new Request(`${config().baseUrl}/oauth/${revokes ? "revoke" : "token"}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  return (await (revokes ? revoke : token)(request, { params: Promise.resolve({}) })).status;
}

const statuses = await Promise.all(Array.from({ length: times }, redeem));
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
