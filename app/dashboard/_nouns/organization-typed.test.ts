import { beforeAll, expect, test } from "vitest";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import { translateDeferred } from "@/app/dashboard/_words/later";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";

let acme: TestEnvironment;
let globex: TestEnvironment;

/** Returns the message for a typed text. */
async function problem(typed: string): Promise<string> {
  const found = await organizationTyped(acme, typed);
  return "problems" in found ? translateDeferred(found.problems.organization, "en") : "";
}

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

test("an organization is found by id, by slug, and by a name that only one has", async () => {
  const { id, name, slug } = await anOrganization(acme, { name: "Hooli", slug: "hooli-eu" });
  await anOrganization(acme, { name: "Hooli Labs" });
  for (const typed of [id, slug, "hooli"])
    expect(await organizationTyped(acme, typed), typed).toEqual({ id, name });
});

test("a name of several, and a part of a name, is answered with the slugs", async () => {
  await anOrganization(acme, { name: "Pied Piper", slug: "piper-1" });
  await anOrganization(acme, { name: "Pied Piper", slug: "piper-2" });
  for (const typed of ["pied piper", "pied"])
    expect(await problem(typed), typed).toMatch(/Pied Piper \(piper-2\) or Pied Piper \(piper-1\)/);
});

test("an unknown organization, and another tenant's, is answered without a suggestion", async () => {
  const { id, slug } = await anOrganization(globex, { name: "Theirs" });
  for (const typed of ["nothing like it", id, slug, "Theirs"])
    expect(await problem(typed), typed).toMatch(/^No organization/);
});
