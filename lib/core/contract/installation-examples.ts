const installation = {
  id: "01938f2c-80a1-7b3c-9d4e-5f6a7b8c9d0e",
  name: "press-hall-3",
  platform: "linux/arm64",
  version: "2.4.1",
  status: "active" as const,
  key_thumbprint: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  enrolled_at: "2026-11-21T09:00:00.000Z",
  last_seen_at: "2026-11-21T09:05:00.000Z",
};

export const installationExamples = {
  installation,
  list: { installations: [installation] },
  capacity: { limit: 80, maximum: 100, active: 42 },
};
