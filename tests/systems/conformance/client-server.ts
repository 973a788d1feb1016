import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import { createAtrium, memoryStore } from "@atrium/client";
import { createResourceGuard, TokenRefused } from "@atrium/client/verify";
import type { Certificates } from "../harness/certificates";
import { EVERYWHERE, listen } from "../harness/processes";
import { CLIENT_SERVER, ISSUER } from "./addresses";
import type { ClientKeys } from "./client-keys";
import type { Registered } from "./registration";
import { strictTls } from "./strict-tls";

/** Path of a client's published keys. */
const KEYS = "/keys/";
/** An API that takes the clients' access tokens. */
export const RESOURCE = `${CLIENT_SERVER}/resource`;

/** Server of the suite's strict clients: it publishes their keys (RFC 7517), and has an API that takes their
 *  access tokens, guarded by our own client package like a customer's API. */
export async function startClientServer(
  files: Certificates,
  { keys, credential }: Pick<Registered, "keys" | "credential">,
): Promise<void> {
  const { client_id: clientId, client_secret: clientSecret } = credential;
  const atrium = createAtrium({ baseUrl: ISSUER, clientId, clientSecret });
  const guard = createResourceGuard({ atrium, origin: CLIENT_SERVER, proofs: memoryStore() });
  const answer = (request: Request) =>
    new URL(request.url).pathname.startsWith(KEYS)
      ? publishedAt(keys, request.url)
      : guarded(guard, request);
  const server = https.createServer(strictTls(files), (request, response) => {
    serve(answer, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await listen(server, Number(new URL(CLIENT_SERVER).port), EVERYWHERE);
}

function publishedAt(keys: ClientKeys, url: string): Response {
  const found = keys.get(new URL(url).pathname.slice(KEYS.length));
  return found ? Response.json(found.published) : new Response(null, { status: 404 });
}

async function guarded(
  guard: ReturnType<typeof createResourceGuard>,
  request: Request,
): Promise<Response> {
  try {
    const { sub, scope } = await guard(request);
    return Response.json({ sub, scope });
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    const { status, challenge } = error;
    return new Response(null, { status, headers: { "www-authenticate": challenge } });
  }
}

async function serve(
  answer: (request: Request) => Response | Promise<Response>,
  { method = "GET", url = "/", headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  // Requests to it have no body that matters.
  const request = new Request(`${CLIENT_SERVER}${url}`, {
    method,
    headers: Object.fromEntries(sent),
  });
  const reply = await answer(request);
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(await reply.text());
}
