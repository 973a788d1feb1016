import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anHttpsHost, certificateFor, type OwnCertificate } from "@/tests/support/https-host";
import { readCertificate, type TlsSeen, tlsFinding } from "./tls";

const now = new Date();
const DAY = 86_400_000;

describe("a server with TLS", () => {
  let certificate: OwnCertificate;
  const stops: (() => void)[] = [];
  beforeAll(() => {
    certificate = certificateFor("localhost", 90);
  });
  afterAll(() => {
    for (const stop of stops) stop();
  });

  const host = async (own: OwnCertificate, header = true) => {
    const { port, stop } = await anHttpsHost(own, (_request, response) => {
      if (header) response.setHeader("strict-transport-security", "max-age=63072000");
      response.end("{}");
    });
    stops.push(stop);
    return `https://localhost:${port}`;
  };

  test("is well when its certificate is trusted and far from its end", async () => {
    const seen = await readCertificate(await host(certificate), certificate.cert);
    expect(seen).toMatchObject({ problem: null, transportSecurity: "max-age=63072000" });
    expect(tlsFinding(seen, now)).toMatchObject({ status: "ok", todo: null });
  });

  test("withholds Strict-Transport-Security", async () => {
    const seen = await readCertificate(await host(certificate, false), certificate.cert);
    expect(tlsFinding(seen, now)).toMatchObject({
      status: "warning",
      todo: expect.stringContaining("pass it on"),
    });
  });

  test("has an untrusted certificate", async () => {
    const finding = tlsFinding(await readCertificate(await host(certificate)), now);
    expect(finding).toMatchObject({ status: "failed" });
    expect(finding.seen).toMatch(/not believed: DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  test("has an expired certificate", async () => {
    const ended = certificateFor("localhost", -1);
    const finding = tlsFinding(await readCertificate(await host(ended), ended.cert), now);
    expect(finding).toMatchObject({ status: "failed", todo: expect.stringContaining("Renew it") });
    expect(finding.seen).toMatch(/certificate of localhost ended on \d{4}-/);
  });

  test("has a certificate for another name", async () => {
    const other = certificateFor("elsewhere.example", 90);
    const finding = tlsFinding(await readCertificate(await host(other), other.cert), now);
    expect(finding).toMatchObject({
      status: "failed",
      todo: expect.stringContaining("ATRIUM_BASE_URL"),
    });
  });
});

test("a certificate is reported before it ends, and an old protocol at all times", () => {
  const seen = (days: number, protocol = "TLSv1.3"): TlsSeen => ({
    ...{ host: "id.example.com", problem: null, issuer: "A CA", protocol },
    validTo: new Date(now.getTime() + days * DAY + 1000),
    transportSecurity: "max-age=63072000",
  });
  const status = (...about: Parameters<typeof seen>) => tlsFinding(seen(...about), now).status;
  expect([60, 21, 20, 7, 6, 0].map((days) => status(days))).toEqual([
    ...["ok", "ok", "warning", "warning", "failed", "failed"],
  ]);
  expect(status(60, "TLSv1.1")).toBe("failed");
  expect(tlsFinding(seen(5), now).seen).toContain("(5 days)");
});
