const body = {
  source_id: "01938f2c-9a10-7b21-8c33-4d5e6f708192",
  subject: "248289761001",
  claims: { department: "Research" },
};
const principal = {
  id: "01938f2c-9b42-7d15-a2c4-6e7f80912233",
  ...body,
  claimed_by: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};

export const externalPrincipalExamples = {
  wanted: body,
  principal,
  unclaimed: { ...principal, claimed_by: null },
  list: { external_principals: [principal] },
};
