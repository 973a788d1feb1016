import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ownSize } from "@/lib/core/contract/body-size";
import type { Operation } from "@/lib/core/http/operation";
import { FORM_BYTES, refusePageRequest } from "@/lib/core/http/refuse-page-request";
import { config } from "@/lib/kernel/config/config";
import { everyCaller } from "@/tests/support/every-caller";
import { operations } from "@/tests/support/operations";
import { filled } from "@/tests/support/route-module";
import { allRoutes, aWholeHost } from "@/tests/support/whole-host";
import { aWire, pathOf } from "@/tests/support/wire";

// Cost limit of one request from any caller: the worst shapes of each route's input, in processor time of the
// whole process. A request that is slow once is tried again: only one that is slow each time counts.

/** Limit of a request of usual length. Authenticated callers may send longer ones, which cost more to
 *  read. */
const MOST_MS = 50;
const USUAL_BYTES = 128 * 1024;
const TRIES = 12;

// Raises the limits, so that no request is refused for too many attempts.
await vi.hoisted(async () => {
  const { config } = await import("@/lib/kernel/config/config");
  const { limits } = config();
  for (const name of Object.keys(limits) as (keyof typeof limits)[])
    if (/(Requests|Attempts|Failures)$/.test(name)) limits[name] = 1_000_000;
});

let server: Server;
let port: number;
let callers: Awaited<ReturnType<typeof everyCaller>>;

beforeAll(async () => {
  ({ server, port } = await aWholeHost(await allRoutes(), async (_, response) => {
    response.end();
  }));
  callers = await everyCaller();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

interface Sent {
  method: string;
  path: string;
  headers?: string[];
  body?: string;
}

async function answerTo({ method, path, headers = [], body = "" }: Sent): Promise<string> {
  const { socket, text, ended } = await aWire(port);
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...["Host: localhost:3000", "Connection: close", `Content-Length: ${body.length}`],
    ...["Origin: http://localhost:3000", ...headers],
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  await ended;
  return text();
}

/** Returns the least processor time of `work` over several tries, in milliseconds.
 *  @param bar below which nothing is tried again */
async function costOf(bar: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > bar; tries += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

async function slowest(requests: readonly (Sent & { shape: string })[]): Promise<string[]> {
  const dear: string[] = [];
  for (const { shape, ...sent } of requests) {
    const bar = MOST_MS * Math.max(1, (sent.body?.length ?? 0) / USUAL_BYTES);
    const cost = await costOf(bar, async () => {
      const answer = await answerTo(sent);
      if (!/^HTTP\/1\.1 (?!5|429)\d{3} /.test(answer))
        dear.push(`${sent.path} ${shape}: ${answer.slice(0, 200)}`);
    });
    if (cost > bar) dear.push(`${sent.method} ${sent.path}, ${shape}: ${Math.round(cost)} ms`);
  }
  return dear;
}

const fill = (bytes: number, piece: (at: number) => string) => {
  const pieces: string[] = [];
  for (let [at, size] = [0, 0]; ; at += 1) {
    const next = piece(at);
    size += next.length;
    if (size > bytes) return pieces.join("");
    pieces.push(next);
  }
};

/** Parameters in the form of queries and urlencoded forms. */
const parameters = (bytes: number): Record<string, string> => ({
  "thousands of names": fill(bytes, (at) => `${at.toString(36)}&`),
  "thousands of names with values": fill(bytes, (at) => `${at.toString(36)}=1&`),
  "one name many times": fill(bytes, () => "a=&"),
  "nothing but separators": "&".repeat(bytes),
  "one long name": "n".repeat(bytes),
  "one long name of percent signs": "%".repeat(bytes),
  "one long encoded name": fill(bytes, () => "%c3%a9"),
  "one long value of plus signs": `a=${"+".repeat(bytes - 2)}`,
  "as many long names as there may be": fill(
    bytes,
    (at) => `${"%41".repeat(200)}${at}=${"%".repeat(20)}&`,
  ),
});

const jsonShapes = (bytes: number): Record<string, string> => ({
  "thousands of names": `{${fill(bytes - 8, (at) => `"${at.toString(36)}":1,`)}"a":1}`,
  "one name many times": `{${fill(bytes - 8, () => '"a":1,')}"a":1}`,
  "one long name": `{"${"n".repeat(bytes - 8)}":1}`,
  "one long name of underscores": `{"${"_a".repeat(bytes / 2 - 8)}":1}`,
  "one long name of slashes": `{"${"~/".repeat(bytes / 2 - 8)}":1}`,
  "ten thousand levels of lists": "[".repeat(10_000) + "]".repeat(10_000),
  "ten thousand levels of objects": '{"a":'.repeat(10_000).slice(0, bytes),
  "brackets that never close": "[{".repeat(bytes / 2),
  "a list of empty lists": `[${"[],".repeat(bytes / 3 - 2)}[]]`,
  "a long number": "9".repeat(bytes),
  escapes: `{"${"\\u0041".repeat(bytes / 6 - 2)}":1}`,
  backslashes: `"${"\\\\".repeat(bytes / 2 - 2)}"`,
});

/** Values to fill a field of a body with. */
const valuesOf = (bytes: number): Record<string, string> => ({
  "a long text": `"${"a".repeat(bytes)}"`,
  "percent signs": `"${"%".repeat(bytes)}"`,
  "dots and at signs": `"${"a.@".repeat(bytes / 3)}"`,
  blanks: `" ${" ".repeat(bytes)}a"`,
  "a list of numbers": `[${"1,".repeat(bytes / 2)}1]`,
  "a list of objects": `[${"{},".repeat(bytes / 3)}{}]`,
  "a list of texts": `[${'"",'.repeat(bytes / 3)}""]`,
  "an object of names": `{${fill(bytes, (at) => `"${at.toString(36)}":"",`)}"a":""}`,
});

const named = (shapes: Record<string, string>) => Object.entries(shapes);
const bearer = ({ caller }: Operation) => callers[caller];
const addressOf = ({ path }: Operation) => filled(path, () => randomUUID()).path;

test("no JSON body costs much", async () => {
  const taking = operations.filter(({ body }) => body);
  expect(taking.length).toBeGreaterThan(60);
  const requests = taking.flatMap((operation) => {
    const { method, body } = operation;
    const path = addressOf(operation);
    const headers = ["Content-Type: application/json", ...bearer(operation)];
    const most = Math.max(config().limits.bodyBytes, (body && ownSize(body.schema)) ?? 0);
    const example = JSON.stringify(body?.example);
    const fields = Object.keys(body?.example ?? {}).flatMap((field) =>
      named(valuesOf(most - example.length - 100)).map(([shape, value]) => {
        const rest = { ...(body?.example as object), [field]: "@@" };
        return [`${field} with ${shape}`, JSON.stringify(rest).replace('"@@"', value)] as const;
      }),
    );
    return [...named(jsonShapes(most)), ...fields].map(([shape, text]) => ({
      ...{ shape, method, path, headers, body: text },
    }));
  });
  expect(await slowest(requests)).toEqual([]);
}, 900_000);

test("no query costs much", async () => {
  const requests = operations.flatMap((operation) => {
    const { method, query } = operation;
    const path = addressOf(operation);
    const own = Object.keys(query?.shape ?? {}).flatMap((name) =>
      named(parameters(15_000)).map(
        ([shape, text]) =>
          [`${name} with ${shape}`, `${name}=${text.replaceAll("&", "%26")}`] as const,
      ),
    );
    // A path without parameters of its own refuses all of them in the same way.
    return [...(query ? named(parameters(15_000)) : []), ...own].map(([shape, text]) => ({
      ...{ shape, method, path: `${path}?${text}`.slice(0, 15_000), headers: bearer(operation) },
    }));
  });
  expect(requests.length).toBeGreaterThan(100);
  expect(await slowest(requests)).toEqual([]);
}, 900_000);

test("no form and no query of a page or an endpoint of OAuth costs much", async () => {
  const types = "Content-Type: application/x-www-form-urlencoded";
  const paths = (await allRoutes())
    .map(pathOf)
    .filter((path) => !path.startsWith("/api/v1/") && !path.startsWith("/access/"));
  expect(paths.length).toBeGreaterThan(50);
  const requests = paths.flatMap((path) => [
    ...named(parameters(config().limits.bodyBytes)).map(([shape, body]) => ({
      ...{ shape: `form of ${shape}`, method: "POST", path, headers: [types], body },
    })),
    ...named(parameters(15_000)).map(([shape, query]) => ({
      ...{ shape: `query of ${shape}`, method: "GET", path: `${path}?${query}` },
    })),
  ]);
  expect(await slowest(requests)).toEqual([]);
}, 900_000);

const BOUNDARY = "x";
const multipart = (bytes: number): Record<string, string> => {
  const part = (name: string, value = "") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const end = `--${BOUNDARY}--\r\n`;
  return {
    "thousands of parts": fill(bytes - 9, (at) => part(at.toString(36))) + end,
    "one name many times": fill(bytes - 9, () => part("a")) + end,
    "one long name": part("n".repeat(bytes - 100)) + end,
    "nothing but boundaries": `--${BOUNDARY}\r\n`.repeat(bytes / 5),
    dashes: part("a", "-".repeat(bytes - 100)) + end,
    "a thousand headers": `--${BOUNDARY}\r\n${"A: b\r\n".repeat(bytes / 6 - 20)}\r\n`,
  };
};

test("no form of the dashboard costs much, as far as it is read before a page handles it", async () => {
  const { origin, host } = new URL(config().baseUrl);
  const dear: string[] = [];
  const shapes = [
    ...named(parameters(FORM_BYTES)).map((one) => ["application/x-www-form-urlencoded", ...one]),
    ...named(multipart(FORM_BYTES)).map((one) => [
      `multipart/form-data; boundary=${BOUNDARY}`,
      ...one,
    ]),
  ];
  for (const [type = "", shape, body = ""] of shapes) {
    const headers = { origin, host, "content-type": type };
    const cost = await costOf(MOST_MS, () =>
      refusePageRequest(new Request(`${origin}/dashboard`, { method: "POST", headers, body })),
    );
    if (cost > MOST_MS) dear.push(`${type}, ${shape}: ${Math.round(cost)} ms`);
  }
  expect(dear).toEqual([]);
}, 120_000);
