import { appExamples } from "@/lib/core/contract/app-examples";

const body = { key: "pro", name: "Pro", entitlements: ["reports", "api"] };
const one = {
  id: "01938f2c-7431-7b6a-b0a4-2f1e8d9c6a53",
  ...body,
  status: "active" as const,
  app_ids: [appExamples.app.id],
};

export const packageExamples = { wanted: body, package: one, list: { packages: [one] } };
