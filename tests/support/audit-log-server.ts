import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import {
  readEntries,
  readLogHead,
  readProvableEvents,
} from "@/lib/features/audit-log/log/log-reading-store";
import { proveConsistency } from "@/lib/features/audit-log/log/prove-event";
import { readLogFile } from "@/lib/features/audit-log/log/read-log-file";
import { parseTilePath, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { inBatch } from "@/lib/kernel/db/batch";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

const API = "/api/v1/management/";

/** Runs before the server's own answer; returns true when it has answered already. */
export type Fault = (path: string, response: ServerResponse) => boolean;

/** A log that is served over HTTP like the management API does. */
export interface AuditLogServer {
  url: string;
  /** Requested paths, below the API's. */
  requestedPaths: string[];
  fault: Fault;
  /** Rewrites the export of events, line by line; null drops a line. */
  rewriteEvent(line: string): string | null;
  stop(): Promise<void>;
}

/** Serves a tenant's log from the database.
 *  @param token that it takes */
export async function serveAuditLog(of: TestEnvironment, token: string): Promise<AuditLogServer> {
  const served: AuditLogServer = {
    ...{ url: "", requestedPaths: [], fault: () => false, rewriteEvent: (line) => line },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(of, served, token, request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return served;
}

async function answer(
  of: TestEnvironment,
  served: AuditLogServer,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "", served.url);
  const path = url.pathname.slice(API.length);
  served.requestedPaths.push(path + url.search);
  if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
  else if (served.fault(path, response)) return;
  else if (path === "audit-events") await tellEvents(of, served, url, response);
  else if (path === "audit-log/consistency") await tellConsistency(of, url, response);
  else {
    const bytes = await fileOf(of, path.replace("audit-log/", ""));
    if (bytes) response.end(bytes);
    else response.writeHead(404).end();
  }
}

async function tellEvents(
  of: TestEnvironment,
  served: AuditLogServer,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const after = url.searchParams.get("after");
  const events = await inBatch(of, (db) =>
    readProvableEvents(db, after === null ? 0 : Number(after) + 1, 10_000),
  );
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  for (const { position, entry, salts, ...event } of events) {
    const opening = {
      entry: base64(entry),
      salts: Object.fromEntries(
        Object.entries(salts).map(([part, salt]) => [part, salt && base64(salt)]),
      ),
    };
    const exported = { sequence: position, ...auditRecord(event, of.publicId), ...opening };
    const line = served.rewriteEvent(JSON.stringify(exported));
    if (line !== null) response.write(`${line}\n`);
  }
  response.end();
}

async function tellConsistency(
  of: TestEnvironment,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const [from = 0, to = 0] = ["from", "to"].map((name) => Number(url.searchParams.get(name)));
  const size = (await inBatch(of, readLogHead))?.size ?? 0;
  if (to > size) {
    response.writeHead(404).end();
    return;
  }
  const proof = await inBatch(of, (db) => proveConsistency(db, from, to));
  response.end(JSON.stringify({ from, to, proof: proof.map(base64) }));
}

async function fileOf(of: TestEnvironment, path: string): Promise<Uint8Array | null> {
  const tile = parseTilePath(path);
  if (tile?.level !== "entries") return inBatch(of, (db) => readLogFile(db, path));
  const { number, width } = tile;
  const entries = await inBatch(of, (db) => readEntries(db, number * TILE_WIDTH, width));
  if (entries.length < width) return null;
  return Buffer.concat(
    entries.flatMap(({ entry }) => [
      Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256),
      entry,
    ]),
  );
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
