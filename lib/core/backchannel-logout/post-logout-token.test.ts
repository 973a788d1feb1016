import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { config } from "@/lib/kernel/config/config";
import { network } from "@/lib/kernel/outbound/network";
import { isPublicAddress } from "@/lib/kernel/outbound/public-address";
import { aTlsHost, leadingTo, type TlsHost } from "@/tests/support/tls-host";

let host: TlsHost;
beforeAll(async () => {
  host = await aTlsHost();
});
beforeEach(() => {
  host.bodies.length = 0;
  host.answerWith(200);
});
afterAll(() => host.stop());

const refused = [
  ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.9.10", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"],
  ...["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "100::1", "fc00::1"],
  ...["fd00::1", "fe80::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::1"],
];

describe("addresses that are refused in every environment", () => {
  test.each(refused)("%s", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const literal = address.includes(":") ? `[${address}]` : address;
    const direct = await postLogoutToken(`https://${literal}/logout`, "t");
    expect(direct).toMatchObject({ statusCode: null, refused: true });
    const network = { lookup: leadingTo(address), allowed: isPublicAddress };
    const named = await postLogoutToken("https://rp.example.com/logout", "t", network);
    expect(named).toMatchObject({ statusCode: null, refused: true });
  });

  test("one private address among public ones is enough", async () => {
    const network = { lookup: leadingTo("93.184.215.14", "10.0.0.1"), allowed: isPublicAddress };
    const outcome = await postLogoutToken("https://rp.example.com/logout", "t", network);
    expect(outcome.refused).toBe(true);
  });

  test.each([
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://localhost/",
    "http://93.184.215.14/",
    "ftp://93.184.215.14/",
    "https://[::ffff:7f00:1]/",
  ])("in any notation: %s", async (uri) => {
    expect(await postLogoutToken(uri, "t")).toMatchObject({ statusCode: null, refused: true });
  });
});

test("public addresses are not refused", () => {
  for (const address of ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450::1"])
    expect(isPublicAddress(address)).toBe(true);
});

test("a token arrives as a form over TLS, and the response's body is not awaited", async () => {
  const uri = `https://rp.example.com:${host.port}/logout`;
  const outcome = await postLogoutToken(uri, "the.logout.token", host.network);
  expect(outcome).toMatchObject({ statusCode: 200, error: null, refused: false });
  expect(host.bodies).toEqual(["logout_token=the.logout.token"]);
});

test("a redirect counts as the response and is not followed", async () => {
  host.answerWith(307, `https://rp.example.com:${host.port}/elsewhere`);
  const uri = `https://rp.example.com:${host.port}/logout`;
  expect(await postLogoutToken(uri, "t", host.network)).toMatchObject({ statusCode: 307 });
  expect(host.bodies).toHaveLength(1);
});

test("a certificate for another name is a temporary failure", async () => {
  const uri = `https://other.example.com:${host.port}/logout`;
  const outcome = await postLogoutToken(uri, "t", host.network);
  expect(outcome).toMatchObject({ statusCode: null, refused: false });
  expect(outcome.error).toContain("ERR_TLS");
  expect(host.bodies).toHaveLength(0);
});

test("a product on this machine is not notified, in the local mode either, except by the service for tests", async () => {
  const heard: string[] = [];
  const product = createServer(async (request, response) => {
    for await (const chunk of request) heard.push(String(chunk));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(product, "listening");
  const { port } = product.address() as AddressInfo;
  const uri = `http://127.0.0.1:${port}/logout`;
  const settings = config();
  const { mode } = settings;
  try {
    for (const one of ["local", "production"] as const) {
      settings.mode = one;
      expect(await postLogoutToken(uri, "t")).toMatchObject({ statusCode: null, refused: true });
    }
    const way = { ...network(), takesLoopback: true };
    expect(await postLogoutToken(uri, "t", way)).toMatchObject({ statusCode: 200, refused: false });
    expect(heard).toEqual(["logout_token=t"]);
  } finally {
    settings.mode = mode;
    product.close();
  }
});

test("a name that does not resolve is a temporary failure", async () => {
  const outcome = await postLogoutToken("https://rp.example.com:1/", "t", host.network);
  expect(outcome).toMatchObject({ statusCode: null, refused: false, error: "ECONNREFUSED" });
});
