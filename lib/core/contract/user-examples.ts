import { eachColumn } from "@/lib/core/users/fields";

const { display_name, ...details } = eachColumn(({ example }) => example);
const place = {
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  role_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30",
};
const evidence = {
  email_verified: true,
  email_verified_method: "tenant_asserted" as const,
  email_verified_at: "2026-11-21T09:00:00.000Z",
};
const user = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b50",
  email: "mara@example.com",
  display_name,
  status: "active" as const,
  ...evidence,
  ...details,
  memberships: [{ ...place, status: "active" as const }],
  factors: ["totp" as const],
  last_sign_in_at: null,
  suspended_at: null,
  locked_until: null,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const created = {
  ...user,
  ...place,
  set_password: {
    token: "alk_3q2-7w0",
    link: "https://id.example.com/set-password?token=alk_3q2-7w0",
  },
};

/** Examples of the API description: one user. */
export const userExamples = {
  input: { email: user.email, ...place },
  changes: { display_name: "Mara Lindqvist", external_id: null },
  user,
  created,
  found: { ...created, set_password: null },
  suspended: { ...user, status: "suspended" as const, suspended_at: "2026-11-21T10:00:00.000Z" },
  list: { users: [user] },
  vouching: { email_verified: true },
  evidence: { id: user.id, ...evidence },
};
