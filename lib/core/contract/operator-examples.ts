const tenant = {
  id: "atr_Zk1X0c2yQe6bq3dUjv7mTA",
  name: "Acme",
  status: "active" as const,
  disabled_at: null,
  disabled_reason: null,
  installations: { limit: 100, maximum: 100, active: 12 },
  environments: [
    {
      id: "01938f2c-7a11-7f0e-8b2a-6c4d9e1f3a55",
      key: "production",
      name: "Production",
      kind: "production" as const,
    },
  ],
  created_at: "2026-11-21T10:00:00.000Z",
};

/** Examples of the API description: tenants as an operator sees them. */
export const operatorExamples = {
  tenant,
  disabled: {
    ...tenant,
    status: "disabled" as const,
    disabled_at: "2026-11-21T11:00:00.000Z",
    disabled_reason: "Contract ended",
  },
};
