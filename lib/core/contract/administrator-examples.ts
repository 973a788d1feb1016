const body = { email: "ada@acme.example", role: "owner" as const };
const administrator = {
  user_id: "01938f2c-8444-7d5e-8f60-7b8c9d0e1f2a",
  email: body.email,
  display_name: null,
  role: body.role,
  status: "invited" as const,
  since: "2026-11-21T09:00:00.000Z",
  last_sign_in_at: null,
};

export const administratorExamples = {
  wanted: body,
  administrator,
  list: { administrators: [administrator] },
};
