import { beforeAll, describe, expect, test } from "vitest";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import { listLiveTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now, secondsAfter, setClock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight, callVerifyOtp } from "@/tests/support/call-login";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";

interface Device {
  id: string;
  token: string;
  window_days: number;
  expires_at: string;
}

const AGENT =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

/** Signs in with a code and requests trust for the device. */
async function remember(
  email: string,
  environment = acme,
  { name, agent = AGENT }: { name?: string; agent?: string } = {},
): Promise<Device | null> {
  const headers = { "x-end-user-agent": agent, "x-end-user-ip": "203.0.113.4" };
  await callPreflight(environment, { email, password: A_PASSWORD }, headers);
  const code = await lastCode(environment, email);
  const body = { email, code, remember_device: true, ...(name ? { device_name: name } : {}) };
  const answer = await callVerifyOtp(environment, body, headers);
  return (answer.body as { trusted_device: Device | null }).trusted_device;
}

async function login(email: string, token: string, environment = acme) {
  const answer = await callPreflight(
    environment,
    { email, password: A_PASSWORD },
    { "x-trusted-device": token },
  );
  return answer.body as { status: string | number; trusted_device?: Device | null };
}

async function remembered(environment = acme) {
  const user = await aUser(environment);
  const device = await remember(user.email, environment);
  if (!device) throw new Error("The device was not trusted");
  return { user, device };
}

describe("remembering a device", () => {
  test("returns its token and the window in force, with the audit event and the alert", async () => {
    const { user, device } = await remembered();
    expect(device).toMatchObject({ token: expect.stringMatching(/^atd_/), window_days: 30 });
    const left = new Date(device.expires_at).getTime() - Date.now();
    expect(left / 86_400_000).toBeCloseTo(30, 2);
    expect(await eventsOf(acme, device.id)).toEqual(["trusted_device.created"]);
    const [mail] = await queuedMail(acme, user.email);
    expect(mail).toMatchObject({
      template: "trusted_device_added",
      props: {
        deviceName: null,
        browser: "Chrome",
        system: "macOS",
        ipAddress: "203.0.113.4",
        accountSecurityUrl: `http://localhost:3000/account-security?tenant=${acme.publicId}`,
      },
    });
  });

  test("uses the name the user chose for it", async () => {
    const user = await aUser(acme);
    await remember(user.email, acme, { name: "Kitchen laptop" });
    const [device] = await inTransaction(acme, (db) => listLiveTrustedDevices(db, user.id, now()));
    expect(device).toMatchObject({ name: "Kitchen laptop", platform: "macOS" });
    const [mail] = await queuedMail(acme, user.email);
    expect(mail).toMatchObject({ props: { deviceName: "Kitchen laptop", browser: "Chrome" } });
  });

  test.each(["Call-us-at-evil.example/1.0 (quick)", "okhttp/4.9"])(
    "sends nothing of the agent %s, which is none of a browser",
    async (agent) => {
      const user = await aUser(acme);
      await remember(user.email, acme, { agent });
      const [mail] = await queuedMail(acme, user.email);
      expect(mail).toMatchObject({ props: { deviceName: null, browser: null, system: null } });
    },
  );

  test("is not offered when the tenant trusts for 0 days, and never exceeds 90", async () => {
    const [none, most] = [await aTenant(), await aTenant()];
    await aPolicy(none, { trustedDeviceDays: 0 });
    await aPolicy(most, { trustedDeviceDays: 90 });
    expect(await remember((await aUser(none)).email, none)).toBeNull();
    expect((await remembered(most)).device.window_days).toBe(90);
    await expect(aPolicy(most, { trustedDeviceDays: 91 })).rejects.toThrow();
  });

  test("sends no alert when the tenant switched it off, and is audited all the same", async () => {
    const quiet = await aTenant();
    await aPolicy(quiet, { trustedDeviceEmail: false });
    const { user, device } = await remembered(quiet);
    const templates = (await queuedMail(quiet, user.email)).map(({ template }) => template);
    expect(templates).toEqual(["login_code"]);
    expect(await eventsOf(quiet, device.id)).toEqual(["trusted_device.created"]);
  });
});

describe("a trusted device's token", () => {
  test("replaces the code, and is itself replaced by the response", async () => {
    const { user, device } = await remembered();
    const second = await login(user.email, device.token);
    expect(second).toMatchObject({ status: "grant", trusted_device: { id: device.id } });
    expect(second.trusted_device?.token).not.toBe(device.token);
    expect(second.trusted_device?.expires_at).toBe(device.expires_at);
    const third = await login(user.email, second.trusted_device?.token ?? "");
    expect(third.status).toBe("grant");
  });

  test("works for every parallel login with it, and one of them returns its successor", async () => {
    const { user, device } = await remembered();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => login(user.email, device.token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(["grant", "grant", "grant", "grant"]);
    const successors = answers.flatMap(({ trusted_device }) => trusted_device ?? []);
    expect(successors).toHaveLength(1);
    expect((await login(user.email, successors[0]?.token ?? "")).status).toBe("grant");
  });

  test("works until its successor was presented once: a response may be lost", async () => {
    const { user, device } = await remembered();
    const lost = await login(user.email, device.token);
    const later = (minutes: number, token: string | undefined) =>
      atMoment(minutesAfter(new Date(), minutes), () => login(user.email, token ?? ""));
    // The response was lost: the same token signs in again, and gets another successor.
    const again = await later(2, device.token);
    expect(again.trusted_device?.token).toMatch(/^atd_/);
    expect(again.trusted_device?.token).not.toBe(lost.trusted_device?.token);
    const once = await later(60, device.token);
    expect(once.status).toBe("grant");
    // Only the owner's successor works now.
    const next = await later(61.5, once.trusted_device?.token);
    expect(next.trusted_device?.token).toMatch(/^atd_/);
    const worthless = [device, lost.trusted_device, again.trusted_device];
    for (const one of worthless)
      expect((await later(61.6, one?.token)).status).toBe("otp_required");
    expect((await later(63, next.trusted_device?.token)).status).toBe("grant");
  });

  test("that is presented late twice in parallel returns one successor", async () => {
    const { user, device } = await remembered();
    await login(user.email, device.token);
    const answers = await atMoment(minutesAfter(new Date(), 5), () =>
      Promise.all(Array.from({ length: 4 }, () => login(user.email, device.token))),
    );
    expect(answers.map(({ status }) => status)).toEqual(["grant", "grant", "grant", "grant"]);
    expect(answers.flatMap(({ trusted_device }) => trusted_device ?? [])).toHaveLength(1);
  });

  test("is worthless after the window, after any number of uses", async () => {
    const { user, device } = await remembered();
    const used = await login(user.email, device.token);
    const back = setClock({ now: () => secondsAfter(new Date(device.expires_at), 0) });
    const late = await login(user.email, used.trusted_device?.token ?? "");
    back();
    expect(late.status).toBe("otp_required");
  });

  test("is worthless once the tenant no longer trusts devices", async () => {
    const changing = await aTenant();
    const { user, device } = await remembered(changing);
    await aPolicy(changing, { trustedDeviceDays: 0 });
    expect((await login(user.email, device.token, changing)).status).toBe("otp_required");
    await aPolicy(changing, { trustedDeviceDays: 1 });
    expect((await login(user.email, device.token, changing)).status).toBe("grant");
  });

  test("is refused for another user, and without the password", async () => {
    const { user, device } = await remembered();
    const other = await aUser(acme);
    expect((await login(other.email, device.token)).status).toBe("otp_required");
    const wrong = await callPreflight(
      acme,
      { email: user.email, password: "not it at all" },
      { "x-trusted-device": device.token },
    );
    expect(wrong.status).toBe(401);
  });

  test("is worthless once it is revoked; revoking again does nothing and leaves no trace", async () => {
    const { user, device } = await remembered();
    const revoke = () =>
      inTransaction(acme, (db) =>
        revokeTrustedDevices(
          db,
          { userId: user.id, deviceIds: [device.id] },
          { actor: acme.actor, context: noRequest, reason: "tests", at: now() },
        ),
      );
    expect(await revoke()).toBe(1);
    expect(await revoke()).toBe(0);
    expect(await eventsOf(acme, device.id)).toEqual([
      "trusted_device.created",
      "trusted_device.revoked",
    ]);
    expect((await login(user.email, device.token)).status).toBe("otp_required");
  });
});

describe("the brake of a trusted device", () => {
  const wrong = (email: string, token?: string) =>
    callPreflight(
      acme,
      { email, password: "not it at all" },
      token ? { "x-trusted-device": token } : {},
    );

  test("is its own: an attacker who locks the address does not lock its owner out", async () => {
    const { user, device } = await remembered();
    for (let guess = 0; guess < 6; guess++) await wrong(user.email);
    const locked = await callPreflight(acme, { email: user.email, password: A_PASSWORD });
    expect(locked.status).toBe(429);
    expect((await login(user.email, device.token)).status).toBe("grant");
  });

  test("locks the device after five failures, and no other", async () => {
    const { user, device } = await remembered();
    for (let guess = 0; guess < 5; guess++) await wrong(user.email, device.token);
    expect((await login(user.email, device.token)).status).toBe(429);
    const elsewhere = await callPreflight(acme, { email: user.email, password: A_PASSWORD });
    expect(elsewhere.status).toBe(200);
  });
});
