// Loaded into a process before its own code: records every request that it makes, a line each.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

const file = process.env.NOTED_REQUESTS;
const note = (request) => file && appendFileSync(file, `${JSON.stringify(request)}\n`);

// What fetch sends.
subscribe("undici:request:create", ({ request: { origin, path, method, headers } }) =>
  note({ origin: String(origin), path, method, headers: String(headers) }),
);
// Requests by node:http and node:https.
subscribe("http.client.request.start", ({ request }) =>
  note({
    origin: `${request.protocol}//${request.getHeader("host")}`,
    path: request.path,
    method: request.method,
    headers: JSON.stringify(request.getHeaders()),
  }),
);
