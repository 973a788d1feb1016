// An API that relying parties call with their users' access tokens, bound to a key (DPoP) or not. It uses
// node:http and @atrium/client.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createAtrium, isAtriumError, memoryStore } from "@atrium/client";
import { createResourceGuard, type GuardedRequest, TokenRefused } from "@atrium/client/verify";
import { readSettings } from "./settings";

const { port, origin, ...service } = readSettings();
const guard = createResourceGuard({
  atrium: createAtrium(service),
  origin,
  // Each proof works once. Several servers share earlier proofs by redisStore.
  proofs: memoryStore(),
  scopes: ["profile"],
});

type Handler = (userId: string, request: IncomingMessage) => Promise<unknown>;

const notes = new Map<string, string[]>();
const notesOf = (userId: string): string[] => notes.get(userId) ?? [];

const routes: Record<string, Handler> = {
  "GET /notes": async (userId) => ({ notes: notesOf(userId) }),

  "POST /notes": async (userId, request) => {
    notes.set(userId, [...notesOf(userId), await textOf(request)].slice(-100));
    return { notes: notesOf(userId) };
  },
};

/** Converts a request for the guard. The method counts: a proof is for one. */
const guarded = ({ method = "GET", url = "/", headers }: IncomingMessage): GuardedRequest => ({
  method,
  url,
  headers: new Headers(headers as Record<string, string>),
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 2_000) throw new RangeError("A note has at most 2,000 characters");
  }
  return text;
}

interface Answer {
  status: number;
  body: unknown;
  challenge?: string;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? "/", origin);
  const handler = routes[`${request.method} ${pathname}`];
  if (!handler) return { status: 404, body: { title: "There is no such route" } };
  try {
    const { sub = "" } = await guard(guarded(request));
    return { status: 200, body: await handler(sub, request) };
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): Answer {
  if (error instanceof TokenRefused) {
    const { status, challenge, message: title } = error;
    return { status, challenge, body: { title } };
  }
  if (error instanceof RangeError) return { status: 413, body: { title: error.message } };
  // Without the service's answer the token is worth nothing, so the request is refused.
  console.error(isAtriumError(error) ? `Atrium did not answer: ${error.message}` : error);
  return { status: 503, body: { title: "Try again later" } };
}

function send(response: ServerResponse, { status, body, challenge }: Answer): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...(challenge ? { "www-authenticate": challenge } : {}),
  });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  answer(request).then(
    (made) => send(response, made),
    () => response.destroy(),
  );
});
server.listen(port, () => console.log(`The example is at ${origin}`));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
