import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as cancelRoute from "@/app/api/v1/management/installation-campaigns/[id]/cancel/route";
import * as confirmRoute from "@/app/api/v1/management/installation-campaigns/[id]/confirm/route";
import * as membersRoute from "@/app/api/v1/management/installation-campaigns/[id]/members/route";
import * as previewRoute from "@/app/api/v1/management/installation-campaigns/[id]/preview/route";
import * as campaignRoute from "@/app/api/v1/management/installation-campaigns/[id]/route";
import * as campaignsRoute from "@/app/api/v1/management/installation-campaigns/route";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";

const path = "/api/v1/management/installation-campaigns";
let acme: TestEnvironment;
let token: string;
let appId: string;

beforeEach(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["workspaces:read", "workspaces:write"]);
  appId = (await anApp(acme)).id;
});

interface Figures {
  count: number;
  membership_version: string;
}
const inputFor = (selector: Record<string, string>) => ({
  name: "2.5.0 to the halls",
  target_version: "2.5.0",
  selector,
});
const draft = (selector: Record<string, string>) =>
  call(campaignsRoute.POST, { method: "POST", path, token, body: inputFor(selector) });
const drafted = async (selector: Record<string, string>) =>
  ((await draft(selector)).body as { id: string }).id;
const at = (id: string, step: string) => ({ path: `${path}/${id}${step}`, params: { id }, token });
const read = (id: string) => call(campaignRoute.GET, at(id, ""));
const preview = async (id: string) =>
  (await call(previewRoute.GET, at(id, "/preview"))).body as Figures;
const confirm = (id: string, { count, membership_version }: Figures) =>
  call(confirmRoute.POST, {
    ...at(id, "/confirm"),
    method: "POST",
    body: { membership_version, displayed_count: count },
  });
const cancel = (id: string) => call(cancelRoute.POST, { ...at(id, "/cancel"), method: "POST" });
const members = async (id: string) => {
  const { body } = await call(membersRoute.GET, at(id, "/members"));
  return (body as { members: { installation_id: string }[] }).members;
};
const memberIds = async (id: string) =>
  (await members(id)).map((member) => member.installation_id).sort();
const install = async (version?: string) =>
  (await anInstallation(acme, { appId, ...(version ? { version } : {}) })).id;
const changed = (answer: Answer, current: Figures) => {
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: "installation_campaign_changed", ...current });
};

describe("a campaign", () => {
  test("is drafted, listed and read, with the members that it will reach", async () => {
    const { id: organizationId } = await anOrganization(acme);
    const selector = {
      app_id: appId,
      organization_id: organizationId,
      platform: "linux/arm64",
      version_below: "2.5.0-rc.1",
    };
    const made = await draft(selector);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...inputFor(selector),
      status: "draft",
      membership_version: null,
      displayed_count: null,
      progress: { pending: 0, in_progress: 0, succeeded: 0, failed: 0 },
      confirmed_at: null,
    });
    const { id } = made.body as { id: string };
    expect((await read(id)).body).toEqual(made.body);
    const all = await call(campaignsRoute.GET, { path, token });
    expect(all.body).toEqual({ installation_campaigns: [made.body] });
    expect(await members(id)).toEqual([]);
    expect(await eventsOf(acme, id)).toEqual(["installation_campaign.created"]);
  });

  test("names an app and an organization of the environment", async () => {
    const globex = await aTenant();
    const foreign = {
      app_id: (await anApp(globex)).id,
      organization_id: (await anOrganization(globex)).id,
    };
    for (const [field, theirs] of Object.entries(foreign))
      for (const value of [theirs, randomUUID()]) {
        const answer = await draft({ [field]: value });
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({ detail: expect.stringContaining(field) });
      }
    for (const version of ["latest", "1.2.x", "1..2", "", "1.2.3-"])
      expect((await draft({ version_below: version })).status, version).toBe(400);
  });

  test("reaches the active installations that fit everything named", async () => {
    const { id: organizationId } = await anOrganization(acme);
    const inHall = { appId, organizationId, platform: "linux/arm64" };
    const [first, second] = [
      await anInstallation(acme, { ...inHall, version: "2.4.1" }),
      await anInstallation(acme, { ...inHall, version: "2.10.0" }),
    ];
    await anInstallation(acme, { appId, platform: "linux/arm64", version: "2.4.1" });
    await anInstallation(acme, { ...inHall, platform: "windows", version: "2.4.1" });
    await anInstallation(acme, { ...inHall, appId: (await anApp(acme)).id, version: "2.4.1" });
    await anInstallation(await aTenant(), { platform: "linux/arm64", version: "2.4.1" });
    const retired = await anInstallation(acme, { ...inHall, version: "2.4.1" });
    await retireInstallation(acme, retired.id);
    const selector = { app_id: appId, organization_id: organizationId, platform: "linux/arm64" };
    const reached = async (more: Record<string, string>) => {
      const id = await drafted({ ...selector, ...more });
      await confirm(id, await preview(id));
      return memberIds(id);
    };
    expect(await reached({})).toEqual([first.id, second.id].sort());
    expect(await reached({ version_below: "2.9" })).toEqual([first.id]);
    expect((await preview(await drafted({}))).count).toBe(5);
  });
});

describe("versions", () => {
  // Semantic Versioning 2.0.0 §11, and other versions that people write.
  const ascending = [
    ...["0.0.1", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta"],
    ...["1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "v1.0.1", "1.2", "1.10.0"],
    ...["1.10.0.1", "2.0.0-0", "2", "10.0.0", "2026.11.21"],
  ];
  const same = [
    ["1.0.0", "1"],
    ["1.2.0", "v1.2"],
    ["1.0.0+build.7", "1.0.0+build.8"],
    ["1.0.0-rc.1+7", "1.0.0-rc.1"],
    ["0.0.0", "0"],
  ] as const;
  const below = async (version: string, bound: string) => {
    const [row] = await inPrismaTransaction(
      acme,
      ({ prisma }) => prisma.$queryRaw<{ below: boolean | null }[]>`
        SELECT atrium_version_below(${version}, ${bound}) AS below`,
    );
    return row?.below ?? null;
  };

  test("come in the order of their precedence", async () => {
    for (const [a, version] of ascending.entries())
      for (const [b, bound] of ascending.entries())
        expect(await below(version, bound), `${version} below ${bound}`).toBe(a < b);
    for (const [one, other] of same)
      expect([await below(one, other), await below(other, one)], one).toEqual([false, false]);
  });

  test("that can't be compared are not selected", async () => {
    for (const version of ["nightly", "", "1.x", "1.0.0-", "١.٢"])
      expect(await below(version, "2.0.0"), version).toBeNull();
    for (const version of [undefined, "nightly"]) await install(version);
    const id = await drafted({ app_id: appId, version_below: "2.0.0" });
    expect(await preview(id)).toMatchObject({ count: 0 });
  });
});

describe("confirming", () => {
  test("takes exactly the displayed members, and records them", async () => {
    const ids = [await install(), await install()].sort();
    const id = await drafted({ app_id: appId });
    const displayed = await preview(id);
    expect(displayed).toEqual({ count: 2, membership_version: expect.any(String) });
    const answer = await confirm(id, displayed);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "confirmed",
      displayed_count: 2,
      membership_version: displayed.membership_version,
      progress: { pending: 2, in_progress: 0, succeeded: 0, failed: 0 },
      confirmed_at: expect.any(String),
    });
    expect(await memberIds(id)).toEqual(ids);
    expect(await eventsOf(acme, id)).toEqual([
      "installation_campaign.created",
      "installation_campaign.confirmed",
    ]);
    // Installations that enrol later are not members.
    await install();
    expect(await memberIds(id)).toEqual(ids);
  });

  test("is refused when a member was added or removed, with the current figures, and works with those", async () => {
    const leaving = await install();
    const id = await drafted({ app_id: appId });
    const before = await preview(id);
    await install();
    const more = await preview(id);
    changed(await confirm(id, before), more);
    await retireInstallation(acme, leaving);
    const fewer = await preview(id);
    changed(await confirm(id, more), fewer);
    expect((await read(id)).body).toMatchObject({ status: "draft" });
    expect(await members(id)).toEqual([]);
    expect((await confirm(id, fewer)).status).toBe(200);
  });

  test("is refused when the count is the same and the members are others", async () => {
    const leaving = await install();
    await install();
    const id = await drafted({ app_id: appId });
    const before = await preview(id);
    await retireInstallation(acme, leaving);
    await install();
    const now = await preview(id);
    expect(now.count).toBe(before.count);
    expect(now.membership_version).not.toBe(before.membership_version);
    changed(await confirm(id, before), now);
  });

  test("is refused when a field of a member that the selector reads has changed", async () => {
    const member = await install("2.3.0");
    const byVersion = await drafted({ app_id: appId, version_below: "2.5.0" });
    const byApp = await drafted({ app_id: appId });
    const [versioned, whole] = [await preview(byVersion), await preview(byApp)];
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.installation.update({ where: { id: member }, data: { version: "2.4.0" } }),
    );
    changed(await confirm(byVersion, versioned), await preview(byVersion));
    expect((await confirm(byApp, whole)).status).toBe(200);
  });

  test("is refused when either figure is not the displayed one", async () => {
    await install();
    const id = await drafted({ app_id: appId });
    const displayed = await preview(id);
    changed(await confirm(id, { ...displayed, count: 2 }), displayed);
    changed(await confirm(id, { ...displayed, membership_version: "guess" }), displayed);
    const elsewhere = await preview(await drafted({ platform: "none" }));
    changed(await confirm(id, elsewhere), displayed);
  });

  test("happens once: a second confirmation is a conflict, and so is one of a cancelled campaign", async () => {
    await install();
    const id = await drafted({ app_id: appId });
    const displayed = await preview(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id, displayed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await members(id)).toHaveLength(1);
    const other = await drafted({ app_id: appId });
    await cancel(other);
    const late = await confirm(other, await preview(other));
    expect(late.status).toBe(409);
    expect(late.body).not.toHaveProperty("code");
  });

  test("of a campaign without members completes it", async () => {
    const id = await drafted({ app_id: appId });
    const answer = await confirm(id, await preview(id));
    expect(answer.body).toMatchObject({ status: "completed", displayed_count: 0 });
  });

  test("never takes any but the displayed members, with parallel enrolments and retirements", async () => {
    await setInstallationLimit(acme, 100);
    for (let round = 0; round < 12; round++) {
      appId = (await anApp(acme)).id;
      const present = [await install(), await install(), await install()];
      const id = await drafted({ app_id: appId });
      const displayed = await preview(id);
      const [answer] = await Promise.all([
        confirm(id, displayed),
        install(),
        retireInstallation(acme, present[0] as string),
        install(),
      ]);
      if (answer.status === 200) expect(await memberIds(id)).toEqual(present.sort());
      else {
        expect(answer.body).toMatchObject({ code: "installation_campaign_changed" });
        expect(await members(id)).toEqual([]);
        const current = answer.body as Figures;
        expect(current.membership_version).not.toBe(displayed.membership_version);
      }
      for (const { id: left } of await inPrismaTransaction(acme, ({ prisma }) =>
        prisma.installation.findMany({ where: { appId, status: "active" }, select: { id: true } }),
      ))
        await retireInstallation(acme, left);
    }
  }, 60_000);

  test("and changing at the same time take turns: an enrolment that was answered is seen", async () => {
    await setInstallationLimit(acme, 100);
    for (let round = 0; round < 6; round++) {
      appId = (await anApp(acme)).id;
      await install();
      const id = await drafted({ app_id: appId });
      const displayed = await preview(id);
      // The confirmation is sent after the enrolment was answered, so it must see it.
      const answers = await Promise.all(
        Array.from({ length: 3 }, async () => {
          await install();
          return confirm(id, displayed);
        }),
      );
      for (const answer of answers)
        expect(answer.body).toMatchObject({ code: "installation_campaign_changed" });
    }
  }, 60_000);
});

describe("cancelling", () => {
  test("ends a draft and a running campaign, once", async () => {
    await install();
    const [first, second] = [await drafted({}), await drafted({ app_id: appId })];
    await confirm(second, await preview(second));
    for (const id of [first, second]) {
      const answer = await cancel(id);
      expect(answer.body).toMatchObject({ status: "cancelled", cancelled_at: expect.any(String) });
      expect((await cancel(id)).body).toEqual(answer.body);
      expect((await eventsOf(acme, id)).at(-1)).toBe("installation_campaign.cancelled");
    }
    expect((await read(second)).body).toMatchObject({ displayed_count: 1 });
  });

  test("a campaign that is completed is a conflict", async () => {
    const id = await drafted({ app_id: appId });
    await confirm(id, await preview(id));
    expect((await cancel(id)).status).toBe(409);
  });

  test("and confirming at the same time leave one of both", async () => {
    await install();
    for (let round = 0; round < 8; round++) {
      const id = await drafted({ app_id: appId });
      const displayed = await preview(id);
      const [confirmed, cancelled] = await Promise.all([confirm(id, displayed), cancel(id)]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(confirmed.status);
      expect((await read(id)).body).toMatchObject({ status: "cancelled" });
    }
  });
});

describe("PostgreSQL itself", () => {
  test("takes no member after the confirmation, lets none go, and no selector change", async () => {
    const [inside, id] = [await install(), await drafted({ app_id: appId })];
    await confirm(id, await preview(id));
    const outside = await install();
    const { tenantId, environmentId } = acme;
    const ids = { tenantId, environmentId, campaignId: id };
    const refused: [Parameters<typeof inPrismaTransaction>[1], string][] = [
      [
        ({ prisma }) =>
          prisma.installationCampaignMember.create({ data: { ...ids, installationId: outside } }),
        "no further member",
      ],
      [
        ({ prisma }) => prisma.installationCampaignMember.deleteMany({ where: ids }),
        "as it was displayed",
      ],
      [
        ({ prisma }) =>
          prisma.installationCampaignMember.updateMany({
            where: { ...ids, installationId: inside },
            data: { installationId: outside },
          }),
        "as it was displayed",
      ],
      [
        ({ prisma }) =>
          prisma.installationCampaign.update({ where: { id }, data: { selectorAppId: null } }),
        "frozen",
      ],
    ];
    for (const [write, why] of refused)
      await expect(inPrismaTransaction(acme, write)).rejects.toThrow(why);
    await cancel(id);
    await expect(
      inPrismaTransaction(acme, ({ prisma }) =>
        prisma.installationCampaign.update({
          where: { id },
          data: { status: "confirmed", cancelledAt: null },
        }),
      ),
    ).rejects.toThrow(/stays so|written once/);
  });
});
