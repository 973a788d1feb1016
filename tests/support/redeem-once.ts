// One process of several that redeem the same code or refresh token at once:
// `tsx tests/support/redeem-once.ts`, with the token request as JSON in REDEMPTION, or a revocation, a
// request to userinfo or a browser's authorization with these headers, where it says so. Prints the
// statuses; an authorization that gives a code is a 200.
import { GET as authorize } from "@/app/oauth/authorize/route";
import { POST as revoke } from "@/app/oauth/revoke/route";
import { POST as token } from "@/app/oauth/token/route";
import { POST as userinfo } from "@/app/oauth/userinfo/route";
import { config } from "@/lib/kernel/config/config";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";

const routes = { authorize, token, revoke, userinfo };

await openDataKeys();

const {
  times,
  form,
  headers = {},
  at = "token",
} = JSON.parse(process.env.REDEMPTION ?? "{}") as {
  times: number;
  at?: keyof typeof routes;
  form: Record<string, string>;
  headers?: Record<string, string>;
};

const body = new URLSearchParams(form).toString();
const address = `${config().baseUrl}/oauth/${at}`;
const buildRequest = () =>
  at === "authorize"
    ? new Request(`${address}?${body}`, { headers })
    : new Request(address, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body,
      });

async function redeem(): Promise<number> {
  const response = await routes[at](buildRequest(), { params: Promise.resolve({}) });
  return /[?&]code=/.test(response.headers.get("location") ?? "") ? 200 : response.status;
}

const statuses = await Promise.all(Array.from({ length: times }, redeem));
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
