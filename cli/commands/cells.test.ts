import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as status from "@/app/api/v1/operator/status/route";
import * as one from "@/app/api/v1/operator/tenants/[id]/route";
import * as tenants from "@/app/api/v1/operator/tenants/route";
import { cellsOf, tokenOf } from "@/cli/cells/cell";
import { caddyRouter, nginxRouter } from "@/cli/cells/router";
import type { RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";
import { aTenant } from "@/tests/builders/a-tenant";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { atrium } from "@/tests/support/command-line";
import { freePort } from "@/tools/postgres/free-port";
import { problemOf } from "./cells";

// Three cells: one answers over HTTP, one accepts connections and never answers, one does not exist. Two real
// installations are tested by npm test -- systems cells.
const folder = mkdtempSync(join(tmpdir(), "atrium-cells-"));
const silent = createServer(() => {});
let service: Server;
let env: Record<string, string>;
let tenant: Awaited<ReturnType<typeof aTenant>>;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const BASE = "http://localhost:3000";

beforeAll(async () => {
  tenant = await aTenant({ name: "Only in Europe" });
  const routes = {
    "/api/v1/operator/status": status,
    "/api/v1/operator/tenants": tenants,
    "/api/v1/operator/tenants/[id]": one,
  };
  const table = Object.entries(routes).map(([pattern, module]) => ({
    pattern,
    page: false,
    module: module as unknown as RouteModule,
  }));
  service = hostServer(table, "api", null);
  await Promise.all(
    [service, silent].map((server) => once(server.listen(0, "127.0.0.1"), "listening")),
  );
  writeFileSync(join(folder, "token"), `${await anOperatorToken()}\n`);
  const tokenFile = join(folder, "token");
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const closedPort = await freePort();
  const cells = [
    { name: "eu", region: "DE", address: BASE, operator: at(portOf(service)), tokenFile },
    { name: "us", address: "https://us.id.test", operator: at(portOf(silent)), tokenFile },
    { name: "gone", address: "https://gone.id.test", operator: at(closedPort), tokenFile },
  ];
  writeFileSync(join(folder, "cells.json"), JSON.stringify(cells));
  env = { ATRIUM_CELLS: join(folder, "cells.json") };
});
afterAll(() => {
  service.close();
  silent.closeAllConnections();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

test("list shows the version of each cell, and a dead or hanging cell is a line of its own", async () => {
  const startedAt = performance.now();
  const { code, stdout } = await atrium(["cells", "list", "--json"], env);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      name: "eu",
      region: "DE",
      problem: "no worker does jobs",
      status: expect.objectContaining({
        issuer: BASE,
        tenants: expect.any(Number),
        version: expect.stringMatching(/^\d+\.\d+/),
        schema: expect.objectContaining({ current: true }),
      }),
    }),
    expect.objectContaining({ name: "us", problem: "no answer within 5 seconds", status: null }),
    expect.objectContaining({ name: "gone", problem: expect.stringContaining("can't be reached") }),
  ]);
});

test.each([
  ["the id", () => tenant.publicId],
  ["a part of the name", () => "in Europe"],
])("find by %s names the cell, and says which cells could not be queried", async (_, searched) => {
  const { code, stdout } = await atrium(["cells", "find", searched(), "--json"], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    found: [{ cell: "eu", tenant: { id: tenant.publicId, name: "Only in Europe" } }],
    not_asked: [{ cell: "us" }, { cell: "gone" }],
  });
});

test("find by host sends no request", async () => {
  const { code, stdout } = await atrium(["cells", "find", "us.id.test"], env);
  expect([code, stdout]).toEqual([0, expect.stringContaining("https://us.id.test")]);
});

test("tenants are shown with their cells", async () => {
  const { stdout } = await atrium(["cells", "tenants", "--json"], env);
  const { tenants: found } = JSON.parse(stdout) as { tenants: unknown[] };
  expect(found).toContainEqual({
    ...{ cell: "eu", id: tenant.publicId, name: "Only in Europe", status: "active" },
  });
});

const eu = { name: "eu", address: "https://eu.id.test", tokenEnv: "EU_TOKEN" };
const inline = (cells: unknown) => ({ ATRIUM_CELLS: JSON.stringify(cells) });

test.each([
  ["a token in the open", [{ ...eu, token: "aop_secret" }]],
  ["no token", [{ ...eu, tokenEnv: undefined }]],
  ["two places of a token", [{ ...eu, tokenFile: "/run/eu" }]],
  ["a name twice", [eu, { ...eu, address: "https://other.id.test" }]],
  ["a host twice", [eu, { ...eu, name: "us" }]],
  ["an address with a path", [{ ...eu, address: "https://eu.id.test/a" }]],
  ["an upstream that would end a line", [{ ...eu, upstreams: ["a:1; }"] }]],
])("cells with %s are refused, and no value is repeated in the error", (_, cells) => {
  expect(() => cellsOf(inline(cells))).toThrow(/problem/);
  expect(() => cellsOf(inline(cells))).not.toThrow(/aop_secret/);
});

test("a token is read from the source that the cell names, and must be an operator's", () => {
  const [cell] = cellsOf(inline([eu]));
  if (!cell) throw new Error("There is no cell");
  expect(tokenOf(cell, { EU_TOKEN: "aop_abc" })).toBe("aop_abc");
  expect(() => tokenOf(cell, {})).toThrow(/EU_TOKEN/);
  expect(() => tokenOf(cell, { EU_TOKEN: "wrong" })).toThrow(/no operator token/);
});

const answered = {
  version: "1.0.0",
  issuer: eu.address,
  schema: { current: true, migrated_by: "1.0.0" },
  tenants: 1,
  worker: { last_job_at: "2026-11-23T10:00:00.000Z", failed: 0, oldest_waiting_since: null },
};
const at = Date.parse("2026-11-23T10:01:00.000Z");
test.each([
  [null, {}],
  ["it calls itself https://us.id.test", { issuer: "https://us.id.test" }],
  ["its schema does not fit its version", { schema: { current: false, migrated_by: null } }],
  ["no worker does jobs", { worker: { ...answered.worker, last_job_at: null } }],
  [
    "a job waits too long",
    { worker: { ...answered.worker, oldest_waiting_since: "2026-11-23T09:00:00.000Z" } },
  ],
])("a cell's state is %j for %j", (problem, differs) => {
  const cell = { ...eu };
  expect(problemOf({ cell, answer: { ...answered, ...differs }, problem: null }, at)).toBe(problem);
});

test("a router leads each host to the servers of its cell, and to no others", () => {
  const cells = cellsOf(
    inline([
      { ...eu, upstreams: ["10.0.0.5:3000"] },
      { ...eu, name: "us", address: "https://us.id.test", upstreams: ["10.1.0.5:3000"] },
    ]),
  );
  const [, first = "", second = ""] = nginxRouter(cells).split(/^upstream /m);
  expect(first).toContain("server_name eu.id.test;");
  expect(first).toContain("proxy_pass http://cell_eu;");
  expect(first).not.toMatch(/us\.id\.test|cell_us|10\.1/);
  expect(second).toContain("10.1.0.5:3000");
  expect(second).not.toMatch(/eu\.id\.test|cell_eu|10\.0\.0/);
  expect(caddyRouter(cells)).toContain("https://us.id.test {\n\timport cell 10.1.0.5:3000\n}");
  expect(() => nginxRouter(cellsOf(inline([eu])))).toThrow(/upstreams/);
});

test.each([
  ["nginx.conf", nginxRouter],
  ["Caddyfile", caddyRouter],
])("deploy/cells/%s is the command's output for the example's cells", (file, router) => {
  const cells = cellsOf({ ATRIUM_CELLS: "deploy/cells/cells.json" });
  expect(readFileSync(`deploy/cells/${file}`, "utf8")).toBe(router(cells));
});
