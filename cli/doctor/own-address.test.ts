import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newProbeTicket, PROBE_HEADER } from "@/lib/core/http/address-probe";
import { readForwarders } from "@/lib/core/platform/forwarder-store";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { anHttpsHost, certificateFor } from "@/tests/support/https-host";
import { aServiceHost } from "@/tests/support/service-host";
import { requestUrl } from "./http";
import { ownAddressFinding, probeOwnAddress } from "./own-address";
import { probeProxies, proxiesFinding } from "./proxies";

const before = { ...config() };
const servers: { close(): unknown }[] = [];
let port: number;

const listening = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const service = await aServiceHost();
  servers.push(service.server);
  port = service.port;
});
beforeEach(() => {
  config().baseUrl = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  Object.assign(config(), before);
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a proxy on this machine that forwards a chosen X-Forwarded-For.
 *  @returns its port */
function aProxy(forwarded: (claimed: string) => string | null, host?: string): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const { "x-forwarded-for": claimed = "", ...headers } = incoming.headers;
    const header = forwarded(String(claimed));
    const passed = {
      ...headers,
      ...(host ? { host } : {}),
      ...(header === null ? {} : { "x-forwarded-for": header }),
    };
    const { url: path = "", method = "" } = incoming;
    const onward = request({ port, host: "127.0.0.1", path, method, headers: passed }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  return listening(server);
}

/** Returns the finding for an address in front of the service. */
async function found(at: number, trusted: string[]) {
  Object.assign(config(), { baseUrl: `http://127.0.0.1:${at}`, trustedProxies: trusted });
  return proxiesFinding(await probeProxies({ config: config() }));
}

describe("proxies", () => {
  const appending = (claimed: string) => [claimed, "203.0.113.5"].filter(Boolean).join(", ");

  test("without any, a made-up address is not believed, and nothing of the request is stored", async () => {
    expect(await found(port, [])).toMatchObject({ status: "ok" });
    expect(await readForwarders(unscoped)).toEqual([]);
  });

  test("a trusted one that appends the client's address is well", async () => {
    const finding = await found(await aProxy(appending), ["127.0.0.1"]);
    expect(finding).toMatchObject({ status: "ok", seen: expect.stringContaining("203.0.113.5") });
  });

  test("an untrusted one makes all clients one network", async () => {
    const at = await aProxy(appending);
    expect(await found(at, [])).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("ATRIUM_TRUSTED_PROXIES=127.0.0.1"),
    });
    expect(await found(at, ["10.0.0.1"])).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("Add 127.0.0.1"),
    });
  });

  test("one that passes on the client's header lets every client choose its address", async () => {
    const finding = await found(await aProxy((claimed) => claimed), ["127.0.0.1"]);
    expect(finding).toMatchObject({ status: "failed", seen: expect.stringContaining("spoofed") });
  });

  test("a list that covers the client machine is a warning, and so is a proxy that sends no header", async () => {
    const wide = await aProxy((claimed) => `${claimed}, 10.1.2.3`);
    expect(await found(wide, ["127.0.0.1", "10.0.0.0/8"])).toMatchObject({ status: "warning" });
    const mute = await aProxy(() => null);
    expect(await found(mute, ["127.0.0.1"])).toMatchObject({
      status: "warning",
      seen: expect.stringContaining("does not say who asks"),
    });
  });

  test("one that changes the host has forms refused", async () => {
    const at = await aProxy(appending, "backend.internal");
    expect(await found(at, ["127.0.0.1"])).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("backend.internal"),
    });
  });

  test("an address that does not answer is skipped, one that rejects our ticket is a failure", async () => {
    expect(await found(1, [])).toMatchObject({ status: "skipped" });
    const other = await listening(createServer((_request, answer) => answer.end("{}")));
    expect(await found(other, [])).toMatchObject({ status: "failed" });
  });
});

describe("the probe", () => {
  const ask = async (ticket?: string) =>
    (
      await requestUrl(`http://127.0.0.1:${port}/.well-known/atrium-probe`, {
        headers: ticket === undefined ? {} : { [PROBE_HEADER]: ticket },
      })
    ).status;

  test("is not found without a ticket of the last minutes", async () => {
    const ticket = newProbeTicket(new Date());
    expect(await ask(ticket)).toBe(200);
    const old = newProbeTicket(new Date(Date.now() - 130_000));
    const early = newProbeTicket(new Date(Date.now() + 90_000));
    const [at, random, mac] = ticket.split(".");
    const moved = `${Number(at) + 1}.${random}.${mac}`;
    for (const wrong of [undefined, "", "nonsense", old, early, moved, `${ticket}x`])
      expect(await ask(wrong), wrong).toBe(404);
  });
});

describe("our own address", () => {
  const visit = async (ids?: readonly string[] | null, ca?: string) => {
    const own = ids === undefined ? (await publicKeys()).flatMap(({ kid }) => kid ?? []) : ids;
    return ownAddressFinding(await probeOwnAddress({ config: config() }, own, ca));
  };

  test("refused on loopback is reported as the container's own, where the command runs in one", async () => {
    config().baseUrl = "https://localhost:1";
    expect(await visit(null)).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("Within a container"),
    });
  });

  test("leads to this installation, which its keys show", async () => {
    expect(await visit()).toMatchObject({ status: "ok" });
    expect(await visit(["another-key"])).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("publishes other keys"),
    });
  });

  test("leads nowhere, to another service, or past the service", async () => {
    const other = async (status: number, body: string) => {
      const answer = createServer((_request, response) => response.writeHead(status).end(body));
      config().baseUrl = `http://127.0.0.1:${await listening(answer)}`;
      return visit();
    };
    expect(await other(404, "")).toMatchObject({ seen: expect.stringContaining("answers 404") });
    expect(await other(200, '{"issuer":"https://other.example"}')).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("https://other.example"),
    });
    config().baseUrl = "http://127.0.0.1:1";
    expect(await visit()).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("Start the service"),
    });
    config().baseUrl = "http://nobody.invalid";
    expect(await visit()).toMatchObject({ status: "failed" });
  });

  test("is requested over TLS only where its certificate is trusted", async () => {
    const own = certificateFor("localhost", 30);
    const answer = await anHttpsHost(own, (_request, response) =>
      response.end(JSON.stringify({ issuer: config().baseUrl })),
    );
    config().baseUrl = `https://localhost:${answer.port}`;
    expect(await visit(null, own.cert)).toMatchObject({ status: "ok" });
    expect(await visit(null)).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("check of TLS"),
    });
    answer.stop();
  });
});
