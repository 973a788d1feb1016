// Run as a process by running-processes.ts: serves until it is told to stop.
import { once } from "node:events";
import { startService } from "./running-service";

const service = await startService({ ATRIUM_PROCESSES: process.env.ATRIUM_PROCESSES ?? "1" });
const { aTenant } = await import("@/tests/builders/a-tenant");
const { clientId, clientSecret } = await aTenant({ name: "Bench" });
const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
process.send?.({
  pid: service.pid,
  loads: {
    token: {
      url: `${service.baseUrl}/oauth/token`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    },
    keys: { url: `${service.baseUrl}/oauth/jwks` },
  },
});
await once(process, "message");
await service.stop();
process.exit(0);
