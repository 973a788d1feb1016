const organization = "01938f2c-7812-7a3d-9e60-c4b5a6978812";

export const accessExamples = {
  question: {
    user_id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
    app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
    organization_id: organization,
  },
  explanation: {
    outcome: "denied" as const,
    reason: "entitlement_missing" as const,
    observed: [],
    grant: null,
    organizations: [],
    evaluations: [
      {
        organization_id: organization,
        layers: [
          { name: "app" as const, layer: "app_unknown" as const, result: "passed" as const },
          {
            name: "membership" as const,
            layer: "no_membership" as const,
            result: "passed" as const,
          },
          {
            name: "entitlements" as const,
            layer: "entitlement_missing" as const,
            result: "denied" as const,
          },
        ],
        missing_entitlements: ["reports.export"],
        package_lacks_app: false,
      },
    ],
  },
};
