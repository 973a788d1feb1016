import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { anAdministrator, signInDashboard } from "./support/administrator";
import { environment } from "./support/environment";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
}

const tenant = () => (environment().demo as unknown as Demo).tenant_id;
const at = (path: string) => `/dashboard/${tenant()}/production/${path}`;

test.describe.configure({ timeout: 120_000 });

test("users of a file are previewed, imported, and those that were not taken are in a file", async ({
  page,
}) => {
  await signInDashboard(page, anAdministrator({ tenant: tenant(), role: "admin" }));
  await page.goto(at("users"));
  await page.getByRole("link", { name: "Import users" }).click();
  await expect(page.getByRole("heading", { name: "Imports", exact: true })).toBeVisible();
  await expectSound(page, "imports", dashboard);
  const run = randomUUID().slice(0, 6);
  const people = Array.from(
    { length: 12 },
    (_, number) =>
      `p${number}-${run}@import.example,P ${number},${number === 3 ? "suspended" : "active"}`,
  );
  const lines = ["Mail,display_name,status", ...people, "nobody,N,active"];
  const buffer = Buffer.from(lines.join("\n"));
  const choose = async () => {
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "users.csv", mimeType: "text/csv", buffer });
    await page.getByLabel("File format").selectOption("csv");
    await page.getByLabel("Columns of a CSV file").fill("Mail=email");
  };
  await choose();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("table", { name: "The first ten lines" });
  await expect(preview.getByRole("row")).toHaveCount(11);
  await expect(preview).toContainText(`p9-${run}@import.example`);
  const suspended = preview.getByRole("row").filter({ hasText: "suspended" });
  await expect(suspended).toHaveCount(1);
  await expect(suspended).toContainText("P 3");
  await expectSound(page, "import-preview", dashboard);
  await choose();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import of users", exact: true })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^completed/)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Refused" })).toContainText("nobody");
  await expect(page.getByText("malformed: 1")).toBeVisible();
  await expectSound(page, "import", dashboard);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "All as a file" }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ line: 14, code: "malformed" });
  await page.goto(at(`users?q=${run}`));
  await expect(page.getByText("P 11")).toBeVisible();
});
