// One process of several that redeem the same code or refresh token at once:
// `tsx tests/support/redeem-once.ts`, with the token request as JSON in REDEMPTION. Prints the statuses.
import { POST } from "@/app/oauth/token/route";
import { config } from "@/lib/config/config";
import { openDataKeys } from "@/lib/crypto/data-keys/open-data-keys";

await openDataKeys();

const { times, form } = JSON.parse(process.env.REDEMPTION ?? "{}") as {
  times: number;
  form: Record<string, string>;
};

async function redeem(): Promise<number> {
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  return (await POST(request, { params: Promise.resolve({}) })).status;
}

const statuses = await Promise.all(Array.from({ length: times }, redeem));
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
