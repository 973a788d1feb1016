const at = "2026-11-21T09:00:00.000Z";
const organization = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  name: "Initech",
  slug: "initech",
  external_id: "crm-1044",
  status: "active" as const,
  environment: "production",
  organization_type: "customer",
  package_id: null,
  created_at: at,
  updated_at: at,
};
const place = { role_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30", status: "active" as const };
const member = {
  user_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b50",
  email: "mara@example.com",
  display_name: "Mara Lind",
  ...place,
  created_at: at,
  updated_at: at,
};

export const organizationExamples = {
  input: { name: "Initech", organization_type: "customer" },
  changes: { name: "Initech AG", external_id: null },
  organization,
  disabled: { ...organization, status: "disabled" as const },
  list: { organizations: [organization] },
  place,
  member,
  members: { members: [member] },
};
