const organization = "01938f2c-7812-7a3d-9e60-c4b5a6978812";
const app = "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21";

export const authzenExamples = {
  evaluation: {
    subject: { type: "user", id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34" },
    action: { name: "access" },
    resource: { type: "permission", id: "reports:read", properties: { app_id: app } },
    context: { organization_id: organization },
  },
  decision: { decision: true, context: { organization_id: organization } },
  evaluations: {
    subject: { type: "user", id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34" },
    action: { name: "access" },
    context: { organization_id: organization },
    evaluations: [
      { resource: { type: "app", id: app } },
      { resource: { type: "entitlement", id: "reports.export", properties: { app_id: app } } },
      { action: { name: "read" }, resource: { type: "reports", id: "2026-11" } },
    ],
    options: { evaluations_semantic: "execute_all" as const },
  },
  decisions: {
    evaluations: [
      { decision: true, context: { organization_id: organization } },
      {
        decision: false,
        context: { layer: "entitlements" as const, code: "entitlement_missing" as const },
      },
      { decision: false, context: { layer: "permission" as const, code: "role_denied" as const } },
    ],
  },
};
