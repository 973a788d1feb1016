import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setNetwork } from "@/lib/kernel/outbound/network";
import { isPublicAddress } from "@/lib/kernel/outbound/public-address";
import { readPublishedJson } from "@/lib/kernel/outbound/read-json";
import { aTlsHost, leadingTo, type TlsHost } from "@/tests/support/tls-host";

let host: TlsHost;
let restore: () => void;
beforeAll(async () => {
  host = await aTlsHost();
});
beforeEach(() => {
  host.bodies.length = 0;
  host.answerWith(200);
  host.publish('{"keys":[]}');
  restore = setNetwork(host.network);
});
afterEach(() => restore());
afterAll(() => host.stop());

const read = (uri: string, ms = 2_000) => readPublishedJson(uri, AbortSignal.timeout(ms));
const own = () => `https://rp.example.com:${host.port}/keys`;

test("a document is read over TLS, in full", async () => {
  const long = { text: "x".repeat(200_000) };
  host.publish(JSON.stringify(long));
  expect(await read(own())).toEqual(long);
});

test.each(["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"])(
  "no document is read from %s, as an address or behind a name",
  async (address) => {
    const put = setNetwork({ lookup: leadingTo(address), allowed: isPublicAddress });
    try {
      const literal = address.includes(":") ? `[${address}]` : address;
      await expect(read(`https://${literal}:${host.port}/keys`)).rejects.toThrow("not public");
      await expect(read(own())).rejects.toThrow(/not public/);
    } finally {
      put();
    }
    expect(host.bodies).toEqual([]);
  },
);

test("no document is read without TLS, or with a certificate for another name", async () => {
  await expect(read(`http://rp.example.com:${host.port}/keys`)).rejects.toThrow("not https");
  await expect(read(`https://other.example.com:${host.port}/keys`)).rejects.toThrow(/altnames/);
});

test("a redirect is not followed, and no other status is a document", async () => {
  for (const [status, location] of [
    [302, own()],
    [307, own()],
    [304, undefined],
    [404, undefined],
    [500, undefined],
  ] as const) {
    host.answerWith(status, location);
    await expect(read(own())).rejects.toThrow(String(status));
  }
  expect(host.bodies).toHaveLength(5);
});

test("a response that is too long or not JSON is refused", async () => {
  host.publish(`"${"x".repeat(300_000)}"`);
  await expect(read(own())).rejects.toThrow("too long");
  host.publish("<html>");
  await expect(read(own())).rejects.toThrow(SyntaxError);
});

test("a host that does not answer is waited for no longer than the signal", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const startedAt = performance.now();
  await expect(read(`https://rp.example.com:${port}/keys`, 300)).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  silent.close();
});
