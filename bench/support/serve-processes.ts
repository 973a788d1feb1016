// Run as a process by running-processes.ts: serves until it gets `stop`.
import { once } from "node:events";
import type { Load } from "./load";
import type { RunningProcesses } from "./running-processes";
import { startService } from "./running-service";

const service = await startService({ ATRIUM_PROCESSES: process.env.ATRIUM_PROCESSES ?? "1" });
const { aBenchPlace } = await import("./bench-place");
const { tenant, authorizePath } = await aBenchPlace(service.baseUrl);
const form = {
  grant_type: "client_credentials",
  client_id: tenant.clientId,
  client_secret: tenant.clientSecret,
};
process.send?.({
  pid: service.pid,
  loads: {
    page: await signInPage(),
    token: {
      url: `${service.baseUrl}/oauth/token`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    },
    keys: { url: `${service.baseUrl}/oauth/jwks` },
  } satisfies RunningProcesses["loads"],
});
await once(process, "message");
await service.stop();
process.exit(0);

/** Returns the sign-in page of a relying party's redirect, with the cookies of the redirected browser. */
async function signInPage(): Promise<Load> {
  const sent = await fetch(service.baseUrl + authorizePath, { redirect: "manual" });
  const cookie = sent.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const url = new URL(sent.headers.get("location") ?? "", service.baseUrl).href;
  return { url, headers: { cookie, accept: "text/html" } };
}
