import {
  CampaignConfirmationBody,
  CampaignFiguresResource,
  CampaignList,
  CampaignMemberList,
  CampaignResource,
  NewCampaignBody,
} from "@/lib/contract/campaign";
import {
  AssignedCampaignList,
  AssignedCampaignResource,
  CampaignProgressBody,
} from "@/lib/contract/campaign-progress";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";

const membership = "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c";
const wanted = {
  name: "2.5.0 to the halls",
  target_version: "2.5.0",
  selector: {
    app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
    platform: "linux/arm64",
    version_below: "2.5.0",
  },
};
const draft = {
  id: "01938f2c-8c11-7e52-a3b4-5c6d7e8f9012",
  ...wanted,
  status: "draft" as const,
  membership_version: null,
  displayed_count: null,
  progress: { pending: 0, in_progress: 0, succeeded: 0, failed: 0 },
  created_at: "2026-11-21T09:00:00.000Z",
  confirmed_at: null,
  completed_at: null,
  cancelled_at: null,
};
const confirmed = {
  ...draft,
  status: "confirmed" as const,
  membership_version: membership,
  displayed_count: 42,
  progress: { pending: 30, in_progress: 2, succeeded: 9, failed: 1 },
  confirmed_at: "2026-11-21T09:02:00.000Z",
};
const assigned = {
  id: draft.id,
  name: draft.name,
  target_version: draft.target_version,
  confirmed_at: confirmed.confirmed_at,
  progress: "pending" as const,
  detail: null,
  reported_at: null,
};
const member = {
  installation_id: "01938f2c-80a1-7b3c-9d4e-5f6a7b8c9d0e",
  name: "press-hall-3",
  status: "active" as const,
  progress: "failed" as const,
  detail: "no space left on device",
  reported_at: "2026-11-21T09:10:00.000Z",
};
const path = "/api/v1/management/installation-campaigns";
const reads = { tag: "Campaigns", caller: "machine", scope: "workspaces:read" } as const;
const writes = { ...reads, scope: "workspaces:write" } as const;
const one = { description: "The campaign.", ...content(CampaignResource, confirmed) };

export const campaignPaths: Operation[] = [
  {
    ...reads,
    method: "GET",
    path,
    id: "listInstallationCampaigns",
    summary: "List every campaign",
    answers: {
      ok: {
        description: "The full set.",
        ...content(CampaignList, { installation_campaigns: [confirmed] }),
      },
    },
  },
  {
    ...writes,
    method: "POST",
    path,
    id: "createInstallationCampaign",
    summary: "Draft a campaign",
    description: "It reaches nobody until it is confirmed. Its selector never changes.",
    body: content(NewCampaignBody, wanted),
    answers: { created: { description: "The draft.", ...content(CampaignResource, draft) } },
    refusals: ["unprocessable"],
  },
  {
    ...reads,
    method: "GET",
    path: `${path}/{id}`,
    id: "readInstallationCampaign",
    summary: "Read a campaign and how far it has come",
    answers: { ok: one },
  },
  {
    ...reads,
    method: "GET",
    path: `${path}/{id}/preview`,
    id: "previewInstallationCampaign",
    summary: "Count whom a campaign reaches now",
    answers: {
      ok: {
        description: "Show the count to a person, and confirm with both.",
        ...content(CampaignFiguresResource, { count: 42, membership_version: membership }),
      },
    },
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/confirm`,
    id: "confirmInstallationCampaign",
    summary: "Confirm a campaign for those who were displayed",
    description:
      "Who is reached must be exactly who was displayed. After `installation_campaign_changed`, which carries the current `count` and `membership_version`, a person must see them and confirm again: never retry by itself.",
    body: content(CampaignConfirmationBody, {
      membership_version: membership,
      displayed_count: 42,
    }),
    answers: { ok: one },
    refusals: ["installation_campaign_changed", "conflict"],
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/cancel`,
    id: "cancelInstallationCampaign",
    summary: "Cancel a draft or a running campaign",
    description: "Cancelling again changes nothing; a completed one is a 409.",
    body: { ...content(NothingBody, {}), optional: true },
    answers: {
      ok: {
        description: "The campaign.",
        ...content(CampaignResource, {
          ...confirmed,
          status: "cancelled",
          cancelled_at: "2026-11-21T09:30:00.000Z",
        }),
      },
    },
    refusals: ["conflict"],
  },
  {
    ...reads,
    method: "GET",
    path: `${path}/{id}/members`,
    id: "listInstallationCampaignMembers",
    summary: "List the installations of a confirmed campaign",
    answers: {
      ok: {
        description: "The full set; empty for a draft.",
        ...content(CampaignMemberList, { members: [member] }),
      },
    },
  },
  {
    tag: "Campaigns",
    caller: "installation",
    method: "GET",
    path: "/api/v1/installations/self/campaigns",
    id: "listOwnCampaigns",
    summary: "List the running campaigns that reach this installation",
    answers: {
      ok: {
        description: "The full set.",
        ...content(AssignedCampaignList, { campaigns: [assigned] }),
      },
    },
  },
  {
    tag: "Campaigns",
    caller: "installation",
    method: "POST",
    path: "/api/v1/installations/self/campaigns/{id}/progress",
    id: "reportOwnProgress",
    summary: "Report how far this installation has come",
    description:
      "Success is final and makes `target_version` the installation's version; a failure may be mended while the campaign runs. The same report again changes nothing.",
    body: content(CampaignProgressBody, { progress: "succeeded", detail: null }),
    answers: {
      ok: {
        description: "The campaign as this installation sees it.",
        ...content(AssignedCampaignResource, {
          ...assigned,
          progress: "succeeded",
          reported_at: "2026-11-21T09:10:00.000Z",
        }),
      },
    },
    refusals: ["conflict"],
  },
];
