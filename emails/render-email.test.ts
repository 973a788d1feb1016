import { expect, test } from "vitest";
import { contrastOf, palette } from "@/emails/parts/palette";
import { type RenderedEmail, renderEmail } from "@/emails/render-email";
import type { Brand } from "@/emails/template";
import { type Email, emailSamples } from "@/emails/templates";
import { type EmailLocale, emailLocales, voiceOf } from "@/emails/voice";

const brand: Brand = {
  name: "Acme",
  color: "#0f766e",
  supportUrl: "https://help.acme.example/",
  logoCid: null,
};

const everyOne = Object.entries(emailSamples).flatMap(([name, email]) =>
  emailLocales.map((locale) => ({ name, locale, email })),
);

const render = (email: Email, locale = "en", look: Partial<Brand> = {}) =>
  renderEmail(email, { locale, brand: { ...brand, ...look } });

/** Returns the words of the HTML that a reader sees. */
function words({ html }: RenderedEmail): string {
  const body = html.replace(/<(head|style)\b[\s\S]*?<\/\1>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  return body
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'");
}

test.each(everyOne)(
  "$name in $locale has the same content in HTML and in plain text",
  async (sample) => {
    const { email, locale } = sample;
    const rendered = await render(email, locale);
    const seen = words(rendered);
    const values = Object.entries(email).filter(
      ([key]) => !["template", "lifetimeSeconds", "occasion", "at"].includes(key),
    );
    for (const [, value] of values) {
      expect(seen).toContain(value);
      expect(rendered.text).toContain(value);
    }
    if ("lifetimeSeconds" in email) {
      const lifetime = voiceOf(locale).duration(email.lifetimeSeconds);
      expect(seen).toContain(lifetime);
      expect(rendered.text).toContain(lifetime);
    }
    expect(rendered.text).toContain("https://help.acme.example/");
    expect(rendered.subject).toContain("Acme");
  },
);

test.each(everyOne)("$name in $locale declares each text in its language", async (sample) => {
  const { html } = await render(sample.email, sample.locale);
  const of = (name: string, tag: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const tags = html.match(/<[a-z][^>]*>/g) ?? [];
  const languages = tags.flatMap((tag) => of("lang", tag) ?? []);
  expect(new Set(languages)).toEqual(new Set([sample.locale]));
  // A code is read from left to right in every language.
  const outer = tags.filter((tag) => of("lang", tag) !== undefined);
  const directions = outer.flatMap((tag) => of("dir", tag) ?? []);
  expect(new Set(directions)).toEqual(new Set([voiceOf(sample.locale).direction]));
  // The remaining part where a mail program drops `html` and `body`.
  const [, inner = ""] = /<body[^>]*>\s*(<[\s\S]*)/.exec(html) ?? [];
  expect(inner).toMatch(new RegExp(`<td [^>]*lang="${sample.locale}"`));
  expect(html.match(/<title>/g)).toHaveLength(1);
});

test("a name that is a web address is no link in our message", async () => {
  const name = "Claim it at https://evil.example/x or www.evil.example";
  const invitation = { ...emailSamples.invitation, organizationName: name } as Email;
  const { subject, text, html } = await render(invitation);
  for (const part of [subject, text, html]) {
    expect(part).not.toContain("evil.example");
    expect(part.replaceAll("\u2060", "")).toContain("evil.example");
  }
});

test.each(everyOne)("$name in $locale leaves no placeholder or tag unresolved", async (sample) => {
  const rendered = await render(sample.email, sample.locale);
  for (const part of [rendered.subject, rendered.text, words(rendered)]) {
    expect(part).not.toMatch(/[{}]|undefined|\bnull\b|NaN|\[object|Invalid Date/);
    expect(part).not.toMatch(/(common|login_code|step_up_code|invitation)\./);
  }
  expect(rendered.text).not.toMatch(/<[a-z/]/i);
});

test.each(everyOne)("$name in $locale loads nothing and runs nothing", async (sample) => {
  const { html } = await render(sample.email, sample.locale);
  expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b/i);
  expect(html).not.toMatch(/url\(|@import|@font-face/i);
});

test("every language has the sentences of English, and the same placeholders in them", async () => {
  const catalogs = await Promise.all(
    emailLocales.map(
      async (locale) => [locale, await import(`./messages/${locale}.json`)] as const,
    ),
  );
  const shape = (value: unknown): unknown =>
    typeof value === "string"
      ? [...new Set([...value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].toSorted()
      : Object.fromEntries(Object.entries(Object(value)).map(([k, v]) => [k, shape(v)]));
  const english = shape(catalogs[0]?.[1].default);
  for (const [, catalog] of catalogs) expect(shape(catalog.default)).toEqual(english);
});

test("lifetimes are the token's own, in words of the language", () => {
  const seconds = [600, 1800, 3600, 86_400, 604_800];
  const inWords = (locale: "en" | "de" | "ja") =>
    seconds.map((value) => voiceOf(locale).duration(value));
  expect(inWords("en")).toEqual(["10 minutes", "30 minutes", "1 hour", "24 hours", "7 days"]);
  expect(inWords("de")).toEqual(["10 Minuten", "30 Minuten", "1 Stunde", "24 Stunden", "7 Tage"]);
  expect(inWords("ja").at(-1)).toMatch(/7\s?日/);
  // Rounded down.
  expect(voiceOf("en").duration(119)).toBe("1 minute");
});

test("the trusted-device message names device, platform, address and time, and leads to the account", async () => {
  const { text } = await render({
    template: "trusted_device_added",
    deviceName: "Phone",
    platform: "Safari on iOS",
    ipAddress: "2001:db8::7",
    at: new Date("2026-11-21T09:41:00Z"),
    accountSecurityUrl: "https://id.example/account-security?tenant=atr_x",
  });
  for (const fact of ["Phone", "Safari on iOS", "2001:db8::7", "November 21, 2026", "9:41", "UTC"])
    expect(text).toContain(fact);
  expect(text).toContain("https://id.example/account-security?tenant=atr_x");
});

const unknownDevice: [EmailLocale, string][] = [
  ["en", "Device: An unknown device"],
  ["de", "Gerät: Ein unbekanntes Gerät"],
  ["fr", "Appareil: Un appareil inconnu"],
  ["es", "Dispositivo: Un dispositivo desconocido"],
  ["ja", "デバイス: 不明なデバイス"],
  ["ar", "الجهاز: جهاز غير معروف"],
];

test.each(unknownDevice)("an unknown device is described as such in %s", async (locale, line) => {
  const at = "2026-11-21T09:41:00.000Z";
  const agent = { browser: null, system: null };
  const code = { code: "012345", lifetimeSeconds: 600, network: null, at, ...agent };
  const accountSecurityUrl = "https://id.example/account-security";
  const device = { deviceName: null, ipAddress: null, at, accountSecurityUrl, ...agent };
  for (const email of [
    { template: "login_code", ...code },
    { template: "step_up_code", ...code },
    { template: "trusted_device_added", ...device },
  ] satisfies Email[])
    expect((await render(email, locale)).text).toContain(line);
});

test("a device without a name is described by its browser and system, in the language's order", async () => {
  const device = {
    template: "trusted_device_added",
    deviceName: null,
    browser: "Firefox",
    system: "Linux",
    ipAddress: null,
    at: "2026-11-21T09:41:00.000Z",
    accountSecurityUrl: "https://id.example/account-security",
  } satisfies Email;
  expect((await render(device, "de")).text).toContain("Gerät: Firefox auf Linux\nPlattform: Linux");
  const named = { ...device, deviceName: "Lab" };
  expect((await render(named, "ja")).text).toContain(
    "デバイス: Lab\nプラットフォーム: Linux の Firefox",
  );
  expect((await render({ ...device, system: null }, "ja")).text).toContain("デバイス: Firefox\n");
});

test("a reset says 30 minutes and an invitation seven days", async () => {
  const { "password-reset": reset, invitation } = emailSamples;
  if (!reset || !invitation) throw new Error("unreachable: both are samples");
  expect((await render(reset)).text).toContain("valid for 30 minutes");
  expect((await render(invitation)).text).toContain("valid for 7 days");
});

test("an invitation names the inviter and the organization", async () => {
  const { invitation, onboarding, "administrator-invitation": administration } = emailSamples;
  if (!invitation || !onboarding || !administration)
    throw new Error("unreachable: all are samples");
  const { subject, text } = await render(invitation);
  expect(subject).toBe("You are invited to Northwind Traders at Acme");
  expect(text).toContain("Invited by: grace@acme.example\nOrganization: Northwind Traders");
  expect((await render(administration)).text).toContain("invited to administer Northwind Traders");
  // A tenant's backend invites in the tenant's name.
  expect((await render(onboarding)).text).toContain("Invited by: Acme\n");
});

test("no subject and no preview line carries a link or its secret", async () => {
  for (const email of Object.values(emailSamples)) {
    const { subject, html } = await render(email);
    const preview = /data-skip-in-text[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
    expect(preview).not.toBe("");
    for (const line of [subject, preview]) expect(line).not.toMatch(/https?:|alk_/);
  }
});

test("names from outside are plain: no markup, no line breaks, no change of the direction of writing", async () => {
  const rendered = await render({
    template: "trusted_device_added",
    deviceName: '<img src="https://evil.example/x">\r\n\r\nYour account is closed\u202e',
    platform: null,
    ipAddress: null,
    at: "2026-11-21T09:41:00.000Z",
    accountSecurityUrl: "https://id.example/account-security",
  });
  expect(rendered.html).not.toMatch(/<img/);
  expect(rendered.text).toContain(
    '<img src="https:\u2060//evil.\u2060example/x"> Your account is closed\n',
  );
  expect(rendered.text).not.toContain("\u202e");
  expect(rendered.text).toContain("Platform: Unknown");
});

test("Arabic is written from right to left, and its codes and addresses from left to right", async () => {
  const { html, text } = await render(
    { template: "login_code", code: "012345", lifetimeSeconds: 600 },
    "ar",
  );
  expect(html).toMatch(/<html[^>]* dir="rtl"/);
  expect(html).toMatch(/dir="ltr"[^>]*>012345/);
  expect(text).toContain("012345");
});

test("a regional language falls back to its language, and an unknown one to English", async () => {
  const code: Email = { template: "login_code", code: "012345", lifetimeSeconds: 600 };
  expect((await render(code, "de-AT")).locale).toBe("de");
  expect((await render(code, "tlh")).locale).toBe("en");
});

test.each(["#ffe066", "#ffffff", "#000000", "#0f766e", "#808080", "#ff0000", null])(
  "the colour %s stays readable in both schemes",
  (color) => {
    for (const scheme of ["light", "dark"] as const) {
      const colors = palette(color, scheme);
      expect(contrastOf(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(colors.accent, colors.card)).toBeGreaterThanOrEqual(3);
      expect(contrastOf(colors.accentInk, colors.card)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(colors.accentInk, colors.ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(colors.soft, colors.ground)).toBeGreaterThanOrEqual(4.5);
    }
  },
);
