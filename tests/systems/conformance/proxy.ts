import http, {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import https from "node:https";
import type { TLSSocket } from "node:tls";
import type { Certificates } from "../harness/certificates";
import { EVERYWHERE, listen } from "../harness/processes";
import { ISSUER, PORTS, SUITE, SUITE_MTLS } from "./addresses";
import { type Shim, withPkce } from "./shim";
import { strictTls } from "./strict-tls";

/** The suite sends nothing larger to a provider. */
const MOST_BYTES = 1024 * 1024;
const PATIENCE_MS = 60_000;

/** TLS in front of the suite and of the provider. */
export interface ConformanceProxy {
  /** Sets the shim for the requests to the provider from here on. */
  shim(shim: Shim): void;
}

/** Listens at the addresses of both.
 *  @param files certificates for both names */
export async function startProxy(files: Certificates): Promise<ConformanceProxy> {
  const tls = strictTls(files);
  let current: Shim = "off";
  const asking = { ...tls, requestCert: true, rejectUnauthorized: false };
  const servers = [
    [SUITE, https.createServer(tls, (request, response) => toSuite(request, response, false))],
    [
      SUITE_MTLS,
      https.createServer(asking, (request, response) => toSuite(request, response, true)),
    ],
    [ISSUER, https.createServer(tls, (request, response) => toAtrium(request, response, current))],
  ] as const;
  for (const [address, server] of servers)
    await listen(server, Number(new URL(address).port || 443), EVERYWHERE);
  return {
    shim: (shim) => {
      current = shim;
    },
  };
}

/** The headers are those of the suite's own nginx. */
function toSuite(request: IncomingMessage, response: ServerResponse, asksCertificate: boolean) {
  const socket = request.socket as TLSSocket;
  const cipher = socket.getCipher();
  const certificate = asksCertificate ? socket.getPeerX509Certificate?.()?.toString() : undefined;
  const url = request.url ?? "/";
  pass(request, response, PORTS.suite, {
    ...forwarded(request),
    "x-forwarded-port": String(new URL(asksCertificate ? SUITE_MTLS : SUITE).port),
    "x-forwarded-uri": url,
    "x-ssl-cipher": cipher.standardName ?? cipher.name,
    "x-ssl-protocol": socket.getProtocol() ?? "",
    ...(certificate && { "x-ssl-cert": certificate.replace(/\n/g, " ") }),
    ...(!asksCertificate &&
      url.startsWith("/test-mtls") && { "x-test-mtls-called-on-wrong-host": "true" }),
  });
}

async function toAtrium(request: IncomingMessage, response: ServerResponse, shim: Shim) {
  const headers: OutgoingHttpHeaders = forwarded(request);
  if (shim === "off") return pass(request, response, PORTS.atrium, headers);
  const { method = "GET", url = "/" } = request;
  try {
    const body = await bodyOf(request);
    const isForm = /^application\/x-www-form-urlencoded/i.test(
      request.headers["content-type"] ?? "",
    );
    const form = isForm ? body.toString("latin1") : null;
    const shimmed = withPkce({ method, path: url, form });
    const sent = shimmed.form === null ? body : Buffer.from(shimmed.form, "latin1");
    delete headers["transfer-encoding"];
    if (sent.length > 0 || headers["content-length"]) headers["content-length"] = sent.length;
    pass(request, response, PORTS.atrium, headers, { path: shimmed.path, body: sent });
  } catch (error) {
    refuse(response, error);
  }
}

function forwarded(request: IncomingMessage): OutgoingHttpHeaders {
  const { host = "" } = request.headers;
  return {
    ...request.headers,
    "x-forwarded-for": request.socket.remoteAddress,
    "x-forwarded-proto": "https",
    "x-forwarded-host": host.split(":")[0],
  };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  headers: OutgoingHttpHeaders,
  changed?: { path: string; body: Buffer },
) {
  const { method, url } = request;
  const to = { host: "127.0.0.1", port, method, path: changed?.path ?? url, headers };
  const upstream = http.request({ ...to, timeout: PATIENCE_MS }, (answer) => {
    const {
      connection,
      "keep-alive": _,
      "transfer-encoding": __,
      ...passedHeaders
    } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, passedHeaders);
    answer.pipe(response);
  });
  upstream.on("timeout", () => upstream.destroy(new Error("no answer in time")));
  upstream.on("error", (error) => refuse(response, error));
  if (changed) upstream.end(changed.body);
  else request.pipe(upstream);
}

function refuse(response: ServerResponse, error: unknown) {
  if (!response.headersSent) response.writeHead(502);
  response.end(String(error));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error("The request is too large for this proxy");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
