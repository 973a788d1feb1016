import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as progressRoute from "@/app/api/v1/installations/self/campaigns/[id]/progress/route";
import * as oneRoute from "@/app/api/v1/installations/self/campaigns/[id]/route";
import * as ownRoute from "@/app/api/v1/installations/self/campaigns/route";
import type { Campaign } from "@/lib/core/campaigns/campaign";
import { listCampaignMembers } from "@/lib/core/campaigns/campaign-member-store";
import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import { cancelCampaign } from "@/lib/core/campaigns/cancel-campaign";
import { confirmCampaign } from "@/lib/core/campaigns/confirm-campaign";
import { previewCampaign } from "@/lib/core/campaigns/preview-campaign";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { findInstallation, resolveInstallation } from "@/lib/core/installations/installation-store";
import { signInstallationToken } from "@/lib/core/installations/installation-token";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anInstallation } from "@/tests/builders/an-installation";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/installations/self/campaigns";
let acme: TestEnvironment;
let appId: string;

beforeEach(async () => {
  acme = await aTenant();
  appId = (await anApp(acme)).id;
});

interface Running {
  id: string;
  token: string;
}

async function tokenOf(id: string, scope = "installations:report"): Promise<string> {
  const found = await resolveInstallation(id);
  if (!found) throw new Error("unreachable: the installation was made");
  return signInstallationToken(found, scope, now());
}
async function install(version = "2.4.1"): Promise<Running> {
  const { id } = await anInstallation(acme, { appId, version });
  return { id, token: await tokenOf(id) };
}
async function running(): Promise<Campaign> {
  const { id } = await aCampaign(acme, { appId });
  return confirmCampaign(acme, id, await previewCampaign(acme, id));
}
const own = ({ token }: Running) => call(ownRoute.GET, { path, token });
const one = ({ token }: Running, id: string) =>
  call(oneRoute.GET, { path: `${path}/${id}`, params: { id }, token });
const report = ({ token }: { token: string }, id: string, body: unknown) =>
  call(progressRoute.POST, {
    method: "POST",
    path: `${path}/${id}/progress`,
    params: { id },
    token,
    body,
  });
const campaign = ({ id }: { id: string }) =>
  inTransaction(acme, async (db) => (await findCampaign(db, id)) as Campaign);

describe("an installation", () => {
  test("sees the running campaigns that reach it, and no others", async () => {
    const one = await install();
    const first = await running();
    await aCampaign(acme, { appId });
    await cancelCampaign(acme, (await running()).id);
    const late = await install();
    expect((await own(one)).body).toEqual({
      campaigns: [
        {
          id: first.id,
          name: first.name,
          target_version: "2.5.0",
          confirmed_at: first.confirmedAt?.toISOString(),
          progress: "pending",
          detail: null,
          reported_at: null,
        },
      ],
    });
    expect((await own(late)).body).toEqual({ campaigns: [] });
  });

  test("reads one of them as the list shows it, and none that is over or does not reach it", async () => {
    const reached = await install();
    const { id } = await running();
    await report(reached, id, { progress: "in_progress", detail: "downloading" });
    const { campaigns } = (await own(reached)).body as { campaigns: object[] };
    expect(await one(reached, id)).toMatchObject({ status: 200, body: campaigns[0] });
    expect((await one(await install(), id)).status).toBe(404);
    await cancelCampaign(acme, id);
    expect((await one(reached, id)).status).toBe(404);
  });

  test("reports how far it has come, which is shown, and runs the version after its success", async () => {
    const [one, other] = [await install(), await install()];
    const { id } = await running();
    const answer = await report(one, id, { progress: "in_progress", detail: "downloading" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      progress: "in_progress",
      detail: "downloading",
      reported_at: expect.any(String),
    });
    expect((await campaign({ id })).progress).toEqual({
      pending: 1,
      in_progress: 1,
      succeeded: 0,
      failed: 0,
    });
    await report(one, id, { progress: "failed", detail: "no space left on device" });
    await report(one, id, { progress: "succeeded" });
    expect(await inTransaction(acme, (db) => findInstallation(db, one.id))).toMatchObject({
      version: "2.5.0",
    });
    expect(await inTransaction(acme, (db) => findInstallation(db, other.id))).toMatchObject({
      version: "2.4.1",
    });
    const members = await inTransaction(acme, (db) => listCampaignMembers(db, id));
    expect(members.map(({ progress }) => progress).sort()).toEqual(["pending", "succeeded"]);
    expect((await eventsOf(acme, one.id)).slice(1)).toEqual([
      "installation_campaign.progress_reported",
      "installation_campaign.progress_reported",
      "installation_campaign.progress_reported",
    ]);
  });

  test("may repeat a report, and takes no success back", async () => {
    const one = await install();
    await install();
    const { id } = await running();
    const first = await report(one, id, { progress: "succeeded" });
    expect((await report(one, id, { progress: "succeeded" })).body).toEqual(first.body);
    expect(await eventsOf(acme, one.id)).toHaveLength(2);
    for (const progress of ["failed", "in_progress"])
      expect((await report(one, id, { progress })).status).toBe(409);
    expect((await campaign({ id })).progress).toMatchObject({ succeeded: 1, pending: 1 });
  });

  test("reports nothing to a campaign that is not running or does not reach it", async () => {
    const one = await install();
    const cancelled = await running();
    await cancelCampaign(acme, cancelled.id);
    expect((await report(one, cancelled.id, { progress: "succeeded" })).status).toBe(409);
    const draft = await aCampaign(acme, { appId });
    const others = await running();
    const late = await install();
    const globex = await aTenant();
    const foreign = await aCampaign(globex, {});
    for (const id of [draft.id, foreign.id, randomUUID(), "x"])
      expect((await report(one, id, { progress: "succeeded" })).status, id).toBe(404);
    expect((await report(late, others.id, { progress: "succeeded" })).status).toBe(404);
  });

  test("is refused by name for a body that is none", async () => {
    const one = await install();
    const { id } = await running();
    for (const body of [
      {},
      { progress: "pending" },
      { progress: "done" },
      { progress: "failed", detail: "x".repeat(501) },
      { progress: "failed", surprise: 1 },
    ])
      expect((await report(one, id, body)).status).toBe(400);
  });

  test("needs a token of its own, with the scope to report", async () => {
    const one = await install();
    const { id } = await running();
    const machine = await aMachineToken(acme, ["workspaces:write"]);
    const body = { progress: "succeeded" };
    expect((await report({ token: "nonsense" }, id, body)).status).toBe(401);
    expect((await report({ token: machine }, id, body)).status).toBe(403);
    const without = await tokenOf(one.id, "something:else");
    expect((await report({ token: without }, id, body)).status).toBe(403);
    await retireInstallation(acme, one.id);
    expect((await report(one, id, body)).status).toBe(401);
  });
});

describe("a campaign is completed", () => {
  test("when every member has reported an end, failures too, and takes no report after that", async () => {
    const [one, two] = [await install(), await install()];
    const { id } = await running();
    await report(one, id, { progress: "failed", detail: "out of paper" });
    expect((await campaign({ id })).status).toBe("confirmed");
    await report(two, id, { progress: "succeeded" });
    expect(await campaign({ id })).toMatchObject({
      status: "completed",
      completedAt: expect.any(Date),
      progress: { succeeded: 1, failed: 1, pending: 0, in_progress: 0 },
    });
    expect((await report(one, id, { progress: "succeeded" })).status).toBe(409);
    expect((await own(one)).body).toEqual({ campaigns: [] });
    expect((await eventsOf(acme, id)).at(-1)).toBe("installation_campaign.completed");
  });

  test("when all report at once, and that once", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => install()));
    const { id } = await running();
    await Promise.all(all.map((one) => report(one, id, { progress: "succeeded" })));
    expect(await campaign({ id })).toMatchObject({
      status: "completed",
      progress: { succeeded: 12, pending: 0 },
    });
    const events = await eventsOf(acme, id);
    expect(events.filter((kind) => kind === "installation_campaign.completed")).toHaveLength(1);
  });

  test("without waiting for an installation that was retired", async () => {
    const [one, two] = [await install(), await install()];
    const [first, second] = [await running(), await running()];
    await report(one, first.id, { progress: "succeeded" });
    await retireInstallation(acme, two.id);
    expect(await campaign(first)).toMatchObject({ status: "completed" });
    expect(await campaign(second)).toMatchObject({ status: "confirmed" });
    await report(one, second.id, { progress: "succeeded" });
    expect(await campaign(second)).toMatchObject({
      status: "completed",
      progress: { succeeded: 1, pending: 1 },
    });
  });

  test("also when the last ones report and retire at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      appId = (await anApp(acme)).id;
      const [one, two] = [await install(), await install()];
      const { id } = await running();
      const [reported] = await Promise.all([
        report(one, id, { progress: "succeeded" }),
        retireInstallation(acme, two.id),
        report(two, id, { progress: "in_progress" }),
      ]);
      expect(reported.status).toBe(200);
      expect(await campaign({ id })).toMatchObject({ status: "completed" });
      await retireInstallation(acme, one.id);
    }
  });
});
