const membership = "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c";
const body = {
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
  ...body,
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

/** Examples of the API description: one rollout, from its draft to its members' reports. */
export const campaignExamples = {
  wanted: body,
  draft,
  confirmed,
  cancelled: {
    ...confirmed,
    status: "cancelled" as const,
    cancelled_at: "2026-11-21T09:30:00.000Z",
  },
  list: { installation_campaigns: [confirmed] },
  figures: { count: 42, membership_version: membership },
  confirmation: { membership_version: membership, displayed_count: 42 },
  member,
  members: { members: [member] },
  assigned: { campaigns: [assigned] },
  report: { progress: "succeeded" as const, detail: null },
  reported: {
    ...assigned,
    progress: "succeeded" as const,
    reported_at: "2026-11-21T09:10:00.000Z",
  },
};
