import { beforeEach, expect, test } from "vitest";
import type { BrandingChanges } from "@/lib/core/branding/branding-fields";
import { readBranding } from "@/lib/core/branding/branding-store";
import { changeBranding } from "@/lib/core/branding/change-branding";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeEach(async () => {
  acme = await aTenant();
});

const shown = () => inPrismaTransaction(acme, readBranding);
const recordedChanges = async () =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.findMany({ where: { kind: "branding.updated" }, orderBy: { id: "asc" } }),
    )
  ).map(({ metadata }) => metadata);
const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(92)]);

test("a change is shown from the next page on, and a reset shows the tenant's own name", async () => {
  await changeBranding(acme, {
    displayName: "  Acme Sign-in ",
    color: "#1D4ED8",
    supportUrl: "mailto:help@acme.example",
    termsUrl: "https://acme.example/terms",
  });
  expect(await shown()).toEqual({
    name: "Acme Sign-in",
    color: "#1d4ed8",
    logo: null,
    supportUrl: "mailto:help@acme.example",
    termsUrl: "https://acme.example/terms",
    privacyUrl: null,
  });
  await changeBranding(acme, { displayName: "", color: null });
  expect(await shown()).toMatchObject({
    name: "Acme",
    color: null,
    termsUrl: "https://acme.example/terms",
  });
});

test("the trail has the values before and after, for a logo its type and size, and no event without a change", async () => {
  await changeBranding(acme, { color: "#1d4ed8", logo: PNG });
  await changeBranding(acme, { color: "#1D4ED8", logo: PNG });
  await changeBranding(acme, { logo: null });
  expect(await recordedChanges()).toEqual([
    {
      before: { color: null, logo: null },
      after: { color: "#1d4ed8", logo: "image/png, 100 bytes" },
    },
    { before: { logo: "image/png, 100 bytes" }, after: { logo: null } },
  ]);
});

const refused: [BrandingChanges, string][] = [
  [{ displayName: "x".repeat(61) }, "display_name"],
  [{ displayName: "two\nlines" }, "display_name"],
  [{ color: "red" }, "color"],
  [{ color: "#12345" }, "color"],
  [{ color: "#123456;}" }, "color"],
  [{ supportUrl: "javascript:alert(1)" }, "support_url"],
  [{ supportUrl: "http://acme.example" }, "support_url"],
  [{ termsUrl: "mailto:a@acme.example" }, "terms_url"],
  [{ termsUrl: "https://user:pass@acme.example" }, "terms_url"],
  [{ privacyUrl: "acme.example/privacy" }, "privacy_url"],
  [{ privacyUrl: `https://acme.example/${"x".repeat(500)}` }, "privacy_url"],
];

test.each(refused)(
  "%j is refused with the field's name, and nothing changes",
  async (changes, name) => {
    const changing = async () => changeBranding(acme, { color: "#000000", ...changes });
    await expect(changing()).rejects.toMatchObject({
      reason: "unprocessable",
      detail: expect.stringContaining(name),
    });
    expect((await shown()).color).toBeNull();
    expect(await recordedChanges()).toEqual([]);
  },
);
