import { afterEach, expect, test, vi } from "vitest";
import { call } from "@/tests/support/call-route";

// A process reads its configuration once: each test is a process that has not read it.
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function answered(env: Record<string, string>, at = "2026-11-23T17:45:00Z") {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { setClock } = await import("@/lib/kernel/clock");
  const { GET } = await import("@/app/.well-known/security.txt/route");
  const putBack = setClock({ now: () => new Date(at) });
  try {
    return await call(GET, { path: "/.well-known/security.txt" });
  } finally {
    putBack();
  }
}

test("there is no file while the operator names no contact", async () => {
  const answer = await answered({});
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    404,
    "application/problem+json",
  ]);
});

test("the file has the contacts in their order, and an end that is the same all day on every server", async () => {
  const env = { ATRIUM_SECURITY_CONTACT: "mailto:security@id.example, https://id.example/report" };
  const answer = await answered(env);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.text).toBe(
    "Contact: mailto:security@id.example\nContact: https://id.example/report\nExpires: 2027-05-22T00:00:00.000Z\n",
  );
  expect((await answered(env, "2026-11-23T00:00:00Z")).text).toBe(answer.text);
  expect((await answered(env, "2026-11-24T00:00:00Z")).text).toContain("Expires: 2027-05-23T");
});

test("an installation with TLS names the file's own address, the policy and the key", async () => {
  const answer = await answered({
    ATRIUM_BASE_URL: "https://id.example",
    ATRIUM_SECURITY_CONTACT: "mailto:security@id.example",
    ATRIUM_SECURITY_DISCLOSURE_POLICY: "https://id.example/disclosure",
    ATRIUM_SECURITY_ENCRYPTION: "dns:5d2d37ab76d47d36._openpgpkey.id.example?type=OPENPGPKEY",
  });
  expect(answer.text.split("\n")).toEqual([
    "Contact: mailto:security@id.example",
    "Expires: 2027-05-22T00:00:00.000Z",
    "Encryption: dns:5d2d37ab76d47d36._openpgpkey.id.example?type=OPENPGPKEY",
    "Policy: https://id.example/disclosure",
    "Canonical: https://id.example/.well-known/security.txt",
    "",
  ]);
});
