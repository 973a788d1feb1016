import { readFileSync } from "node:fs";
import { coreRequests } from "@/e2e/support/core-requests";
import { exchange, withoutChance } from "@/e2e/support/wire";
export async function run() {
  const e = JSON.parse(readFileSync("/tmp/host/env.json", "utf8"));
  Object.assign(process.env, e);
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const t = await aTenant();
  const [lean, plain] = ["http://127.0.0.1:4801", e.BASE];
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: t.clientId,
    client_secret: t.clientSecret,
  });
  const tok = await (await fetch(`${lean}/oauth/token`, { method: "POST", body })).json();
  const d = await (await fetch(`${lean}/api/v1/openapi.json`)).json();
  const rs = coreRequests(d, {
    tenantId: t.publicId,
    tenantSecret: t.tenantSecret,
    clientId: t.clientId,
    clientSecret: t.clientSecret,
    machineToken: tok.access_token,
    email: "x@example.com",
    password: "correct horse battery",
  });
  let diff = 0;
  const st: Record<string, number> = {};
  for (const r of rs) {
    const [a, b] = [await exchange(lean, r), await exchange(plain, r)].map(withoutChance);
    st[a!.status] = (st[a!.status] ?? 0) + 1;
    if (JSON.stringify(a) !== JSON.stringify(b)) {
      diff++;
      if (diff < 12)
        console.log(
          r.method,
          r.path,
          r.headers,
          JSON.stringify(a).slice(0, 600),
          "\n   NEXT",
          JSON.stringify(b).slice(0, 600),
        );
    }
  }
  console.log(rs.length, "requests", diff, "differ", st);
}
