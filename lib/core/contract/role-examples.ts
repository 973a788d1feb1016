const body = {
  key: "analyst",
  name: "Analyst",
  description: "Reads reports",
  permissions: ["reports:read"],
};
const role = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b30",
  ...body,
  is_system: false,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};

export const roleExamples = { wanted: body, role, list: { roles: [role] } };
