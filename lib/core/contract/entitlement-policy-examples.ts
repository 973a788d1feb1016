export const entitlementPolicyExamples = {
  policy: {
    mode: "enforce" as const,
    default_package_id: null,
    overrides: [
      {
        organization_id: "01938f2c-7812-7a3d-9e60-c4b5a6978812",
        entitlement: "reports",
        effect: "grant" as const,
      },
    ],
  },
};
