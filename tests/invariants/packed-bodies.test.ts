import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyCaller } from "@/tests/support/every-caller";
import { operations } from "@/tests/support/operations";
import { filled } from "@/tests/support/route-module";
import { allRoutes, aWholeHost } from "@/tests/support/whole-host";
import { aWire } from "@/tests/support/wire";

// No body is unpacked: each route with a body refuses one with a Content-Encoding, packed or not (RFC 9110
// §12.5.3).

const taking = operations.filter(({ body, lines }) => body || lines);
const forms = ["/oauth/token", "/oauth/introspect", "/oauth/revoke", "/oauth/par", "/oauth/device"];

let server: Server;
let port: number;
let callers: Awaited<ReturnType<typeof everyCaller>>;

beforeAll(async () => {
  const routes = await allRoutes();
  ({ server, port } = await aWholeHost(routes, async (_, response) => void response.end()));
  callers = await everyCaller();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function headOf(line: string, headers: readonly string[], body: Buffer): Promise<string> {
  const { socket, text, ended } = await aWire(port);
  const head = [
    ...[`${line} HTTP/1.1`, "Host: localhost:3000", "Connection: close"],
    ...["Origin: http://localhost:3000", `Content-Length: ${body.length}`, ...headers],
  ];
  socket.write(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
  await ended;
  return text().split("\r\n\r\n")[0] ?? "";
}

/** Returns a body in gzip, and as it is. */
const bothOf = (text: string) => [gzipSync(text), Buffer.from(text)];

test.each(taking.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s takes no packed body, and no plain one that says it is packed",
  async (_, { method, path, caller, body, lines }) => {
    const type = lines ? "application/x-ndjson" : "application/json";
    const line = `${method} ${filled(path, () => randomUUID()).path}`;
    const headers = [`Content-Type: ${type}`, "Content-Encoding: gzip", ...callers[caller]];
    for (const sent of bothOf(JSON.stringify(body?.example ?? {}))) {
      const head = await headOf(line, headers, sent);
      expect(head).toMatch(/^HTTP\/1\.1 415 /);
      expect(head).toMatch(/^accept-encoding: identity\r?$/im);
    }
  },
);

test.each(forms)("%s takes no packed form", async (path) => {
  const headers = ["Content-Type: application/x-www-form-urlencoded", "Content-Encoding: br"];
  for (const sent of bothOf("client_id=nobody&client_secret=none")) {
    const head = await headOf(`POST ${path}`, headers, sent);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^accept-encoding: identity\r?$/im);
  }
});
