const hint = {
  id: "01938f2c-8222-7b3c-8d4e-5f6a7b8c9d0e",
  hint: "…Qx7A",
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
};

export const secretExamples = {
  hint,
  issued: {
    id: hint.id,
    hint: hint.hint,
    secret: "aocs_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A",
  },
  tenant: { ...hint, revoked_at: null },
  tenantList: { tenant_secrets: [{ ...hint, revoked_at: null }] },
  revokedTenant: { ...hint, revoked_at: "2026-11-21T10:00:00.000Z" },
  issuedTenant: {
    id: hint.id,
    hint: hint.hint,
    secret: "alcs_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A",
  },
};
