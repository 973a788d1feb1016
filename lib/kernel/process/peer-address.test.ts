import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { onForwarder } from "@/lib/kernel/process/forwarders";
import { logger } from "@/lib/kernel/process/logger";
import {
  clientAddress,
  notePeerAddress,
  peerHeader,
  plainAddress,
} from "@/lib/kernel/process/peer-address";

const before = config().trustedProxies;
afterEach(() => {
  config().trustedProxies = before;
});

const addressOf = (peer: string | null, forwarded?: string) => {
  const headers = new Headers(forwarded ? { "x-forwarded-for": forwarded } : {});
  if (peer !== null) headers.set(peerHeader(), peer);
  return clientAddress(headers);
};

test("without trusted proxies only the socket's address counts, whatever a header claims", () => {
  expect(addressOf("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(addressOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf(null, "198.51.100.1")).toBeNull();
});

test("behind trusted proxies it is the last address that is not a trusted proxy's", () => {
  config().trustedProxies = ["10.0.0.0/8", "2001:db8::1"];
  expect(addressOf("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
  expect(addressOf("2001:db8::1", "203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
  expect(addressOf("10.0.0.1", "203.0.113.9, nonsense")).toBe("10.0.0.1");
  expect(addressOf("10.0.0.1")).toBe("10.0.0.1");
});

test.each([
  ["203.0.113.7:51000", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:51000", "203.0.113.7"],
  ["[2001:db8::7]:51000", "2001:db8::7"],
  ["[2001:DB8:0::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
])("an address that is written as %s counts as itself", (written, address) => {
  config().trustedProxies = ["10.0.0.0/8"];
  expect(plainAddress(written)).toBe(address);
  expect(addressOf("10.0.0.1", written)).toBe(address);
  expect(addressOf("10.0.0.1", `198.51.100.1, ${written},10.0.0.2:443`)).toBe(address);
});

test("an invalid address is ignored", () => {
  for (const text of [
    "",
    "unknown",
    "_hidden",
    "203.0.113.7:",
    "203.0.113.7:123456",
    "[203.0.113.7",
    "host:80",
  ])
    expect(plainAddress(text)).toBeNull();
});

test("an untrusted proxy is logged, once each and up to a limit", () => {
  config().trustedProxies = ["10.0.0.1"];
  const warn = vi.spyOn(logger, "warn");
  const proxies = Array.from({ length: 20 }, (_, number) => `198.18.0.${number}`);
  for (const proxy of [...proxies, ...proxies]) addressOf(proxy, "203.0.113.9");
  const logged = warn.mock.calls.map(([fields]) => (fields as { address: string }).address);
  expect(logged).toEqual(proxies.slice(0, logged.length));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThan(10);
  warn.mockClear();
  addressOf("10.0.0.1", "203.0.113.9");
  addressOf("198.51.100.7");
  // Like Next for its own pages.
  addressOf("198.51.100.8", "::ffff:198.51.100.8");
  expect(warn).not.toHaveBeenCalled();
});

test("an hour later an untrusted proxy is logged once more, and a trusted one is not", () => {
  config().trustedProxies = ["10.0.0.1"];
  const [warn, listener] = [vi.spyOn(logger, "warn").mockClear(), vi.fn()];
  onForwarder(listener);
  const later = performance.now() + 3_700_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  for (const peer of ["198.19.0.1", "10.0.0.1", "198.19.0.1", "10.0.0.1"])
    addressOf(peer, "203.0.113.9");
  const first = [
    { address: "198.19.0.1", trusted: false },
    { address: "10.0.0.1", trusted: true },
  ];
  expect(listener.mock.calls.flat()).toEqual(first);
  expect(warn).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(later + 3_700_000);
  addressOf("198.19.0.1", "203.0.113.9");
  expect(warn).toHaveBeenCalledTimes(2);
  clock.mockRestore();
});

test("a server's requests carry the socket's address, and a client can't replace it", async () => {
  const server = createServer((incoming, response) => {
    notePeerAddress(incoming);
    response.end(String(incoming.headers[peerHeader()]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const seen = await new Promise<string>((resolve, reject) => {
    const options = { port, host: "127.0.0.1", headers: { [peerHeader()]: "6.6.6.6" } };
    request(options, (response) => response.once("data", (data) => resolve(String(data))))
      .once("error", reject)
      .end();
  });
  server.close();
  expect(seen).toBe("127.0.0.1");
});
