const id = "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21";
const policy = {
  package_policy: "listed" as const,
  allowed_organization_types: ["enterprise"],
  required_entitlements: ["reports"],
};
const app = { id, key: "reports", name: "Reports", status: "active" as const, ...policy };

export const appExamples = {
  app,
  input: { key: app.key, name: app.name, ...policy },
  disabled: { ...app, status: "disabled" as const },
  policy,
  list: { apps: [app] },
  set: { app_ids: [id] },
};
