import { coreRequests, type Known } from "./support/core-requests";
import { environment } from "./support/environment";
import { expect, test } from "./support/test";
import { exchange, type Received, type Sent, withoutChance } from "./support/wire";

// The first web process answers routes from the lean host, the second is plain `next start`.

async function known(baseUrl: string): Promise<Known> {
  const demo = environment().demo as Record<string, string>;
  const [clientId, clientSecret] = [String(demo.client_id), String(demo.client_secret)];
  const form = { grant_type: "client_credentials", client_id: clientId };
  const body = new URLSearchParams({ ...form, client_secret: clientSecret });
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: "POST", body });
  const machineToken: string = (await answer.json()).access_token;
  const tenant = { tenantId: String(demo.tenant_id), tenantSecret: String(demo.tenant_secret) };
  const person = { email: String(demo.email), password: String(demo.password) };
  return { ...tenant, ...person, clientId, clientSecret, machineToken };
}

test("the lean host and plain Next answer the same bytes", async () => {
  test.setTimeout(180_000);
  const { baseUrl, secondUrl } = environment();
  const description = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json();
  const requests = coreRequests(description, await known(baseUrl));
  const differing: unknown[] = [];
  for (const sent of requests) {
    const [lean, plain] = [await exchange(baseUrl, sent), await exchange(secondUrl, sent)];
    const [a, b] = [withoutChance(lean), withoutChance(plain)];
    if (JSON.stringify(a) !== JSON.stringify(b))
      differing.push({ ...brief(sent), lean: a, next: b });
  }
  expect(differing).toEqual([]);
  expect(requests.length).toBeGreaterThan(500);
});

test("only the plain host lets Next answer routes", async () => {
  const { baseUrl, secondUrl } = environment();
  const vary = async (url: string) => (await fetch(`${url}/healthz`)).headers.get("vary");
  expect(await vary(baseUrl)).toBeNull();
  expect(await vary(secondUrl)).toContain("rsc");
});

test("the lean host sends static files as the build compressed them, and plain Next the same files", async () => {
  const { baseUrl, secondUrl } = environment();
  const page = await (await fetch(`${baseUrl}/dashboard/sign-in`)).text();
  const paths = new Set(
    [...page.matchAll(/\/_next\/static\/[\w./-]+\.(?:js|css)/g)].map(([path]) => path),
  );
  expect(paths.size).toBeGreaterThan(5);
  const comparablePart = ({ status, headers, body }: Received) => {
    const shared = headers.filter((line) => /^(content-type|cache-control): /.test(line));
    return { status, headers: shared, body };
  };
  for (const path of paths) {
    const plain = comparablePart(await exchange(secondUrl, { path }));
    expect(plain.headers, path).toContain("cache-control: public, max-age=31536000, immutable");
    for (const accepted of ["gzip, deflate, br", "gzip", "identity"]) {
      const headers = { "accept-encoding": accepted };
      expect(
        comparablePart(await exchange(baseUrl, { path, headers })),
        `${path} ${accepted}`,
      ).toEqual(plain);
      const answer = await fetch(baseUrl + path, { headers });
      const encoding = accepted === "identity" ? null : accepted.includes("br") ? "br" : "gzip";
      expect(answer.headers.get("content-encoding"), `${path} ${accepted}`).toBe(encoding);
      expect(answer.headers.get("vary"), `${path} ${accepted}`).toBe("accept-encoding");
    }
  }
});

function brief({ method = "GET", path, body }: Sent) {
  return { request: `${method} ${path}`, body: body?.slice(0, 100) };
}
